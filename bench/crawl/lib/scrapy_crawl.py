"""Crawls a site with Scrapy and writes the URLs that it fetched with their titles: scrapy_crawl.py URL OUTPUT."""
import sys
from urllib.parse import urlsplit

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor

start, output = sys.argv[1:]
file = open(output, "w")


class Site(scrapy.Spider):
    name = "site"
    start_urls = [start]
    allowed_domains = [urlsplit(start).hostname]
    handle_httpstatus_list = [404]
    links = LinkExtractor()

    def parse(self, response):
        title = response.css("title::text").get() if isinstance(response, scrapy.http.HtmlResponse) else None
        file.write(f"{response.url}\t{response.status}\t{title}\n")
        if isinstance(response, scrapy.http.HtmlResponse) and response.status == 200:
            for link in self.links.extract_links(response):
                yield response.follow(link, self.parse)


settings = {"LOG_LEVEL": "ERROR", "CONCURRENT_REQUESTS": 16, "CONCURRENT_REQUESTS_PER_DOMAIN": 16, "DOWNLOAD_DELAY": 0, "ROBOTSTXT_OBEY": False, "TELNETCONSOLE_ENABLED": False}
process = CrawlerProcess(settings)
process.crawl(Site)
process.start()
file.close()
