add()
