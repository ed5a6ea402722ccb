#include "serve/parameters.h"

#include <array>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "serve/request_error.h"

namespace calque::serve {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::array kList{Parameter{"q", ParameterKind::kTexts, true},
                           Parameter{"source", ParameterKind::kText},
                           Parameter{"n", ParameterKind::kNumber, false, "", 1, 5},
                           Parameter{"flag", ParameterKind::kFlag},
                           Parameter{"keep", ParameterKind::kWords},
                           Parameter{"terms", ParameterKind::kJson}};

HttpRequest post(const std::string& body, const std::string& type, const std::string& query = "") {
  HttpRequest request{.method = "POST"};
  request.query = query;
  request.body = body;
  request.headers = {{"content-type", type}};
  return request;
}

Parameters read_parameters(const HttpRequest& request) {
  return {request, kList};
}

// What the client is told, with the status before it.
std::string refusal(const HttpRequest& request) {
  try {
    read_parameters(request);
  } catch (const RequestError& error) {
    return std::to_string(error.status()) + " " + error.what();
  }
  return "";
}

TEST(Parameters, ComeAsJsonAsFormsAndInTheQuery) {
  const std::string multipart =
      "--B\r\nContent-Disposition: form-data; name=\"q\"\r\n\r\nä b\r\n--B\r\n"
      "Content-Disposition: form-data; name=\"n\"\r\n\r\n3\r\n--B--\r\n";
  for (const HttpRequest& request :
       {post(R"({"q": "ä b", "n": 3, "other": [1]})", "application/json; charset=utf-8"),
        post("q=%C3%A4+b&n=3&other", "application/x-www-form-urlencoded"),
        post(multipart, "multipart/form-data; boundary=B"), post("", "", "q=%C3%A4%20b&n=3"),
        post(R"({"q": "ä b"})", "application/json", "q=c&n=3")}) {
    const Parameters parameters = read_parameters(request);
    EXPECT_THAT(parameters.texts("q"), ElementsAre("ä b"));
    EXPECT_FALSE(parameters.is_list("q"));
    EXPECT_EQ(parameters.number("n", 1), 3);
    EXPECT_EQ(parameters.text("source"), "");
  }
}

TEST(Parameters, AllKinds) {
  const Parameters sent = read_parameters(post(
      R"({"q": ["a", "b"], "flag": true, "keep": ["x", "y"], "terms": [{"source": "a"}], "source": null})",
      "application/json"));
  EXPECT_TRUE(sent.is_list("q"));
  EXPECT_THAT(sent.texts("q"), ElementsAre("a", "b"));
  EXPECT_TRUE(sent.flag("flag", false));
  EXPECT_THAT(sent.words("keep"), ElementsAre("x", "y"));
  const nlohmann::json& terms = sent.json("terms");
  EXPECT_EQ(terms[0]["source"], "a");
  EXPECT_FALSE(sent.has("source"));
  const Parameters form = read_parameters(post("q=a&flag=0&keep=x,+y,", "application/x-www-form-urlencoded"));
  EXPECT_FALSE(form.flag("flag", true));
  EXPECT_THAT(form.words("keep"), ElementsAre("x", "y"));
  EXPECT_TRUE(form.json("terms").is_null());
  EXPECT_EQ(form.number("n", 4), 4);
}

TEST(Parameters, WrongSortsAreRefused) {
  const auto json = [](const std::string& body) { return refusal(post(body, "application/json")); };
  EXPECT_EQ(json("{}"), "400 the parameter 'q' is missing");
  EXPECT_EQ(json(R"({"q": null})"), "400 the parameter 'q' is missing");
  EXPECT_THAT(json(R"({"q": 1})"), HasSubstr("400 parameter 'q': this must be a text or a list"));
  EXPECT_THAT(json(R"({"q": ["a", 1]})"), HasSubstr("400 parameter 'q'"));
  EXPECT_THAT(json(R"({"q": "a\u0000b"})"), HasSubstr("400 parameter 'q': byte 2"));
  EXPECT_THAT(json(R"({"q": "a", "source": ["de"]})"), HasSubstr("400 parameter 'source'"));
  EXPECT_THAT(json(R"({"q": "a", "flag": "maybe"})"), HasSubstr("400 parameter 'flag'"));
  for (const char* number : {"0", "6", "1.5", "\"x\"", "18446744073709551615", "true"})
    EXPECT_THAT(json(std::string(R"({"q": "a", "n": )") + number + "}"), HasSubstr("from 1 to 5")) << number;
  EXPECT_THAT(json("[1]"), HasSubstr("400 the body is not a JSON object"));
  EXPECT_THAT(json("{\"q\": \"\xff\"}"), HasSubstr("400 the body is not JSON"));
  EXPECT_THAT(json("{"), HasSubstr("400 the body is not JSON"));
  EXPECT_THAT(json(std::string(1000, '[')), HasSubstr("400 the JSON is nested"));
  EXPECT_THAT(refusal(post("q=%ff", "application/x-www-form-urlencoded")),
              HasSubstr("400 parameter 'q': byte 1"));
  EXPECT_THAT(refusal(post("q=a", "text/plain")), HasSubstr("415 the Content-Type is 'text/plain'"));
  EXPECT_THAT(refusal(post("q=a", "")), HasSubstr("415"));
}

TEST(Parameters, ValuesOfThePathCountFirst) {
  const Parameters parameters(post("", "", "q=a&source=b"), kList, {{"source", "c"}});
  EXPECT_EQ(parameters.text("source"), "c");
}

TEST(Parameters, BodiesOfOtherMethodsMeanNothing) {
  HttpRequest request = post("{", "application/json", "q=a");
  request.method = "GET";
  EXPECT_THAT(read_parameters(request).texts("q"), ElementsAre("a"));
}

TEST(Parameters, FilesAreFilesOfAMultipartForm) {
  const std::vector<Parameter> list{{"file", ParameterKind::kFile, true}};
  const std::string head = "--B\r\nContent-Disposition: form-data; name=\"file\"";
  const char* type = "multipart/form-data; boundary=B";
  const Parameters sent(post(head + "; filename=\"a.txt\"\r\n\r\nx\r\n--B--", type), list);
  EXPECT_EQ(sent.file("file").value, "x");
  EXPECT_THROW(Parameters(post(head + "\r\n\r\nx\r\n--B--", type), list), RequestError);
  EXPECT_THROW(Parameters(post(R"({"file": "x"})", "application/json"), list), RequestError);
  EXPECT_THROW(Parameters(post("", ""), list), RequestError);
}

TEST(Parameters, DepthOfJson) {
  EXPECT_TRUE(nested_at_most(R"({"a": "[[[[\"[[[["})", 1));
  EXPECT_TRUE(nested_at_most("[][][][]", 1));
  EXPECT_FALSE(nested_at_most("[[]]", 1));
  EXPECT_TRUE(nested_at_most("\"\\", 1));
}

}  // namespace
}  // namespace calque::serve
