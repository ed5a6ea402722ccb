// XML-RPC as far as calls of Moses servers need it: a strict small reader of calls, and a writer of answers.
//
// Pure functions, safe from any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace calque::serve {

struct XmlRpcCall {
  std::string method{};
  std::vector<std::string> parameters{};  // each as JSON text
};

// Reads a <methodCall>. Values become JSON: struct an object, array a list, i4 and int and double numbers,
// boolean a truth value, everything else a text. Throws RequestError (400) for what is not well-formed,
// declares entities, is nested too deeply or is no call.
XmlRpcCall parse_xml_rpc(std::string_view body);

// A <methodResponse> with one value: an object, list, number, truth value or text.
std::string xml_rpc_response(const nlohmann::ordered_json& value);
std::string xml_rpc_fault(int code, std::string_view problem);

}  // namespace calque::serve
