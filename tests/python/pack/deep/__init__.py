from ....nowhere import x
