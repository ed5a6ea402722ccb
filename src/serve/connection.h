// The classes behind Transport, for transport.cpp alone: their headers cost every file that includes them
// half a minute. All of it runs on the thread of Transport::run().
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include "serve/http.h"
#include "serve/transport_options.h"

namespace calque::serve {

namespace net = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;
using net::ip::tcp;

inline constexpr std::size_t kReadBytes = 16 * 1024;
inline constexpr std::size_t kMaxReadBytes = 64 * 1024;  // the most that Beast reads at a time

class Connection;

class Server {
 public:
  Server(const TransportOptions& options, Handler handler, Refusal refusal);
  ~Server() { draining = false; }  // connections that end with the context find nothing to do
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  void run() { context.run(); }
  void drain();
  void stop() { context.stop(); }

  // What connections use.
  void wait_idle(Connection& connection);  // it may be closed if room is needed
  void end_idle(Connection& connection);
  bool take_body_memory(std::size_t bytes);
  void give_body_memory(std::size_t bytes) { body_memory_ -= bytes; }
  void remove(Connection& connection);

  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

  TransportOptions options;
  Handler handler;
  Refusal refusal;
  bool draining = false;

 private:
  std::size_t connections_ = 0;
  std::list<Connection*> idle_;  // those that have not sent a whole request; longest first
  std::size_t body_memory_ = 0;

 public:
  net::io_context context{1};  // behind what connections use when they end with it

 private:
  void listen();
  void accept();
  void add(tcp::socket&& socket);
  void refuse(tcp::socket&& socket);
  void end_when_empty();

  tcp::acceptor acceptor_{context};
  net::steady_timer accept_timer_{context};
  net::executor_work_guard<net::io_context::executor_type> work_{context.get_executor()};
};

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Server& server, tcp::socket&& socket);
  ~Connection() {
    server_.give_body_memory(counted_body_);
    server_.remove(*this);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void begin();
  void close();
  void answer(HttpResponse&& response);

  std::optional<std::list<Connection*>::iterator> idle{};  // its place in the server's list

 private:
  using Parser = http::request_parser<http::string_body>;

  void wait_for_request();
  void read_header();
  void on_header();
  void go_on_or_read_body();
  void read_body();
  bool count_body();
  void dispatch();
  void watch_client();
  void refuse(int status, std::string_view problem);
  void refuse_parse(const error_code& error);
  void write(HttpResponse&& response);
  void on_written();
  void linger();
  void read_away();
  void set_timer(std::chrono::milliseconds time);
  void on_timer();

  enum class State { kIdle, kHeader, kBody, kHandling, kWriting, kLingering, kClosed };

  Server& server_;
  tcp::socket socket_;
  net::steady_timer timer_;
  std::uint64_t timer_round_ = 0;
  State state_ = State::kIdle;
  boost::beast::flat_buffer buffer_{server_.options.max_header_bytes + kReadBytes + kMaxReadBytes};
  std::optional<Parser> parser_;
  std::string address_;
  HttpRequest request_;
  std::size_t counted_body_ = 0;
  std::size_t lingered_ = 0;
  bool keep_alive_ = false;
  bool watching_ = false;
  std::stop_source gone_;
  std::string head_;
  HttpResponse response_;
};

}  // namespace calque::serve
