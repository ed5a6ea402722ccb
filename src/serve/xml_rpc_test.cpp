#include "serve/xml_rpc.h"

#include <cstddef>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "serve/request_error.h"

namespace calque::serve {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string xml_call(const std::string& value) {
  return "<?xml version=\"1.0\"?><methodCall><methodName> translate </methodName><params><param><value>" +
         value + "</value></param></params></methodCall>";
}

nlohmann::json xml_value(const std::string& xml) {
  return nlohmann::json::parse(parse_xml_rpc(xml_call(xml)).parameters.at(0));
}

TEST(XmlRpc, ValuesOfAllSorts) {
  EXPECT_EQ(parse_xml_rpc(xml_call("x")).method, "translate");
  EXPECT_EQ(xml_value("a &lt;b&gt; &amp; &#228;"), "a <b> & ä");
  EXPECT_EQ(xml_value("<string> a </string>"), " a ");
  EXPECT_EQ(xml_value("<string/>"), "");
  EXPECT_EQ(xml_value("<i4>-3</i4>"), -3);
  EXPECT_EQ(xml_value("<int> 4 </int>"), 4);
  EXPECT_EQ(xml_value("<double>0.5</double>"), 0.5);
  EXPECT_EQ(xml_value("<boolean>1</boolean>"), true);
  EXPECT_EQ(xml_value("<array><data><value>a</value>\n<value><int>1</int></value></data></array>"),
            nlohmann::json({"a", 1}));
  EXPECT_EQ(xml_value("<struct>\n<member><name>text</name>\n<value>a</value></member>"
                      "<member><name>in</name><value><struct></struct></value></member></struct>"),
            (nlohmann::json{{"text", "a"}, {"in", nlohmann::json::object()}}));
  EXPECT_THAT(parse_xml_rpc("<methodCall><methodName>m</methodName></methodCall>").parameters, ElementsAre());
}

TEST(XmlRpc, WhatIsNoCallIsRefused) {
  std::string deep;
  for (int i = 0; i < 40; ++i) deep += "<array><data><value>";
  for (const std::string& bad :
       {std::string(), std::string("x"), std::string("<methodCall/>"), std::string("<html></html>"),
        xml_call("<int>x</int>"), xml_call("<boolean>yes</boolean>"), xml_call("<double>nan</double>"),
        xml_call("<i8>1</i8>"), xml_call("<int>1</int><int>2</int>"), xml_call("<name>x</name>"),
        xml_call("<value>x</value>"), xml_call(deep), xml_call("x") + "y", xml_call("x").substr(0, 100),
        xml_call("\xff"), xml_call("a\x01"),
        "<!DOCTYPE methodCall [<!ENTITY a \"b\">]>" + xml_call("&a;").substr(21),
        std::string("<!DOCTYPE methodCall SYSTEM \"file:///etc/passwd\"><methodCall/>")})
    EXPECT_THROW(parse_xml_rpc(bad), RequestError) << bad;
}

TEST(XmlRpc, AnswersCanBeReadAgain) {
  const nlohmann::ordered_json sent{{"text", "<a> & \"b\"\r\n\x01"}, {"list", {1, 0.5, true}}};
  const std::string answer = xml_rpc_response(sent);
  EXPECT_THAT(answer, HasSubstr("<string>&lt;a&gt; &amp; \"b\"&#13;\n</string>"));
  const std::size_t begin = answer.find("<value>") + 7;
  const std::size_t end = answer.rfind("</value>");
  const nlohmann::json back = xml_value(answer.substr(begin, end - begin));
  EXPECT_EQ(back["text"], "<a> & \"b\"\r\n");
  EXPECT_EQ(back["list"], nlohmann::json({1, 0.5, true}));
  EXPECT_THAT(xml_rpc_fault(-1, "no"),
              HasSubstr("<fault><value><struct><member><name>faultCode</name><value><i4>-1</i4></value>"));
}

}  // namespace
}  // namespace calque::serve
