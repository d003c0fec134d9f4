"""The tip of a Cosserat rod, an arc of 45 degrees of radius 100 that is held at one end and pulled across its plane at the other.

Shooting: the moment at the held end is changed by Newton's method until that at the tip is zero. Stiffnesses EA 1e7, GA 5e6,
EI = GJ = 1e7/12, force 600. Prints the move of the tip: it is in large_bending.csv.
"""

import numpy as np

RADIUS, ANGLE, FORCE = 100.0, np.pi / 4, 600.0
STRETCH, BEND = np.array([1e7, 5e6, 5e6]), np.full(3, 1e7 / 12)
CURVATURE = np.array([0, 0, 1 / RADIUS])
STEPS = 400


def rate(state, force):
    """Along the rod, of place, frame (by rows of 9) and moment in space."""
    frame, moment = state[3:12].reshape(3, 3), state[12:]
    tangent = frame @ (np.array([1, 0, 0]) + frame.T @ force / STRETCH)
    u = CURVATURE + frame.T @ moment / BEND
    turn = np.array([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])
    return np.concatenate([tangent, (frame @ turn).ravel(), -np.cross(tangent, force)])


def tip(moment, force):
    """Place and moment at the tip, by Runge and Kutta."""
    state = np.concatenate([np.zeros(3), np.eye(3).ravel(), moment])
    step = RADIUS * ANGLE / STEPS
    for _ in range(STEPS):
        a = rate(state, force)
        b = rate(state + step / 2 * a, force)
        c = rate(state + step / 2 * b, force)
        d = rate(state + step * c, force)
        state = state + step / 6 * (a + 2 * b + 2 * c + d)
    return state[:3], state[12:]


def main():
    start = RADIUS * np.array([np.sin(ANGLE), 1 - np.cos(ANGLE), 0])
    moment, place = np.zeros(3), start
    for share in np.linspace(0.1, 1, 10):
        force = np.array([0, 0, share * FORCE])
        for _ in range(8):
            place, left = tip(moment, force)
            slopes = np.array([tip(moment + change, force)[1] - left for change in np.eye(3)]).T
            moment = moment - np.linalg.solve(slopes, left)
    print(place - start, left)


if __name__ == "__main__":
    main()
