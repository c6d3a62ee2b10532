"""`python -m unittest [NAME ..]`, or `discover`: runs the tests of modules, classes and methods."""

import sys
from unittest import main

if __name__ == '__main__':
    sys.argv[0] = 'python -m unittest'
    main(module=None)
