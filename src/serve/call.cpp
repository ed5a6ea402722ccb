#include "serve/call.h"

#include <new>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "serve/request_error.h"
#include "store/json_text.h"

namespace calque::serve {

void Call::answer(const nlohmann::json& json) {
  answer(json_response(json));
}

void Call::answer(const nlohmann::ordered_json& json) {
  answer(json_response(json));
}

void Call::fail(const std::exception_ptr& error) {
  answer(error_response(error));
}

HttpResponse json_response(const nlohmann::json& json) {
  HttpResponse response;
  response.body = store::lenient_json_text(json);
  return response;
}

HttpResponse json_response(const nlohmann::ordered_json& json) {
  HttpResponse response;
  response.body = store::lenient_json_text(json);
  return response;
}

HttpResponse error_response(int status, std::string_view problem) {
  HttpResponse response = json_response(nlohmann::json{{"error", problem}});
  response.status = status;
  return response;
}

HttpResponse error_response(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const RequestError& wrong) {
    HttpResponse response = error_response(wrong.status(), wrong.what());
    if (wrong.retry_after())
      response.headers.emplace_back("Retry-After", std::to_string(wrong.retry_after()->count()));
    return response;
  } catch (const Cancelled&) {
    HttpResponse response = error_response(503, "the translation took too long; send less text at a time");
    response.headers.emplace_back("Retry-After", "5");
    return response;
  } catch (const UsageError& wrong) {
    return error_response(400, wrong.what());
  } catch (const DataError& wrong) {
    return error_response(400, wrong.what());
  } catch (const std::bad_alloc&) {
    return error_response(503, "not enough memory for this; send less text at a time");
  } catch (const std::exception&) {
    // What it says may hold text of somebody.
    return error_response(500, "the server failed at this request");
  }
}

}  // namespace calque::serve
