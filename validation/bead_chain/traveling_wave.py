"""Prints the constant k of the traveling wave in a chain of beads, for coste1997_bead_chain.csv.

Beads that touch with F = A u^(3/2) have waves without change of shape (u: overlap of neighbors, over its largest value). With the time t over that
from bead to bead, d/V, their equation of motion is u'' = k (u(t+1)^(3/2) - 2 u(t)^(3/2) + u(t-1)^(3/2)), k = A u_max^(1/2)/m (d/V)^2. So
u = k (tent * u^(3/2)), where * is a convolution and the tent is 1 - |t| (English and Pego, Proc. Amer. Math. Soc. 133 (2005) 1763). In long waves k is 5/4.
"""

import numpy as np

t, dt = np.linspace(-6, 6, 2401, retstep=True)
tent = np.maximum(0, 1 - np.abs(t[np.abs(t) <= 1])) * dt
u = np.exp(-t**2)
for _ in range(300):
    grown = np.convolve(u**1.5, tent, mode="same")
    k = 1 / grown.max()
    u = k * grown
print(f"{k:.5f}")
