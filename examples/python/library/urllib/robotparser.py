"""Rules for robots, which never go anywhere here."""


class RobotFileParser:
    def __init__(self, url=''):
        self.url = url

    def can_fetch(self, useragent, url):
        return False
