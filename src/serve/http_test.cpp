#include "serve/http.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace calque::serve {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(Http, TargetsAreCutIntoPathAndQuery) {
  HttpRequest request;
  ASSERT_TRUE(set_target(request, "/a%20b/c?x=%41&y"));
  EXPECT_EQ(request.path, "/a b/c");
  EXPECT_EQ(request.query, "x=%41&y");
  ASSERT_TRUE(set_target(request, "http://host:80/health"));
  EXPECT_EQ(request.path, "/health");
  for (const char* bad : {"", "*", "host:80", "http://host", "/a%0", "/a%zz", "/a%00b"})
    EXPECT_FALSE(set_target(request, bad)) << bad;
}

TEST(Http, PercentEncodingIsUndone) {
  EXPECT_EQ(percent_decoded("a+b%2B%c3%A4", true), "a b+ä");
  EXPECT_EQ(percent_decoded("a+b", false), "a+b");
  for (const char* bad : {"%", "%4", "%4g", "abc%"}) EXPECT_FALSE(percent_decoded(bad, true)) << bad;
}

TEST(Http, HeadersHaveParameters) {
  EXPECT_EQ(media_type("Application/JSON ; charset=utf-8"), "application/json");
  const char* header = "form-data; name=\"a;\\\"b\"; filename=c.txt ; x";
  EXPECT_EQ(header_parameter(header, "name"), "a;\"b");
  EXPECT_EQ(header_parameter(header, "filename"), "c.txt");
  EXPECT_EQ(header_parameter(header, "x"), "");
  EXPECT_EQ(header_parameter("text/plain; charset=\"open", "charset"), "open");
  EXPECT_EQ(header_parameter("text/plain; charset", "charset"), "");
}

TEST(Http, DoubtfulBordersAreFound) {
  const Headers host{{"host", "x"}};
  const auto problem = [&](Headers more, unsigned version = 11) {
    more.emplace_back("host", "x");
    return framing_problem(version, more);
  };
  EXPECT_THAT(framing_problem(11, host), IsEmpty());
  EXPECT_THAT(framing_problem(10, {}), IsEmpty());
  EXPECT_THAT(problem({{"content-length", "3"}}), IsEmpty());
  EXPECT_THAT(problem({{"transfer-encoding", "Chunked"}}), IsEmpty());
  EXPECT_THAT(framing_problem(11, {}), HasSubstr("no Host"));
  EXPECT_THAT(problem({{"host", "y"}}), HasSubstr("two Hosts"));
  EXPECT_THAT(problem({{"content-length", "3"}, {"content-length", "3"}}), HasSubstr("two Content-Lengths"));
  EXPECT_THAT(problem({{"content-length", "3, 3"}}), HasSubstr("two Content-Lengths"));
  EXPECT_THAT(problem({{"content-length", "3"}, {"transfer-encoding", "chunked"}}), HasSubstr("both"));
  EXPECT_THAT(problem({{"transfer-encoding", "gzip, chunked"}}), HasSubstr("only Transfer-Encoding"));
  EXPECT_THAT(problem({{"transfer-encoding", "chunked"}}, 10), HasSubstr("only Transfer-Encoding"));
  EXPECT_THAT(problem({}, 20), Not(IsEmpty()));
}

TEST(Http, HeadsOfAnswers) {
  HttpResponse response;
  response.body = "{}";
  response.headers = {{"X-A", "b"}};
  const std::string head = response_head(response, false);
  EXPECT_THAT(head, ::testing::StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(head, HasSubstr("\r\nContent-Length: 2\r\n"));
  EXPECT_THAT(head, HasSubstr("\r\nX-A: b\r\n"));
  EXPECT_THAT(head, ::testing::EndsWith("\r\n\r\n"));
  response.status = 304;
  EXPECT_THAT(response_head(response, true), Not(HasSubstr("Content-Length")));
  EXPECT_THAT(response_head(response, true), HasSubstr("Connection: close"));
}

TEST(Http, NamesOfFilesCannotEndTheHeader) {
  EXPECT_EQ(content_disposition("ä\"\r\n.txt"),
            "attachment; filename=\"_____.txt\"; filename*=UTF-8''%C3%A4%22%0D%0A.txt");
}

}  // namespace
}  // namespace calque::serve
