"""Text for the user and by the user. It uses no other package.

    messages    sentences on the terminal, and ends with one
    values      numbers from words; numbers as text, with errors, as lengths, durations, sizes of files
"""
