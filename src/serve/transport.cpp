#include "serve/transport.h"

#include <array>
#include <memory>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/read.hpp>
#include <fmt/format.h>

#include "base/error.h"
#include "serve/connection.h"

namespace calque::serve {
namespace {

// How long and how much of what a refused client still sends is read, so that it gets to read the answer.
constexpr std::chrono::milliseconds kLingerTime{2000};
constexpr std::size_t kLingerBytes = std::size_t{4} << 20U;
constexpr std::chrono::milliseconds kAcceptPause{100};  // when there are no file descriptors left

std::string_view view(boost::beast::string_view text) {
  return {text.data(), text.size()};
}

bool is_parse_error(const error_code& error) {
  return error.category() == http::make_error_code(http::error::bad_method).category();
}

}  // namespace

// --- Server ----------------------------------------------------------------------------------------------

Server::Server(const TransportOptions& given, Handler use, Refusal refuse_with)
    : options(given), handler(std::move(use)), refusal(std::move(refuse_with)) {
  listen();
  accept();
}

void Server::listen() {
  error_code error;
  tcp::resolver resolver(context);
  const auto found =
      resolver.resolve(options.host, std::to_string(options.port), tcp::resolver::passive, error);
  if (error || found.empty())
    throw UsageError({}, fmt::format("there is no address '{}'", options.host),
                     "give --host an address of this machine, such as 127.0.0.1 or 0.0.0.0");
  const tcp::endpoint endpoint = found.begin()->endpoint();
  acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(net::socket_base::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(net::socket_base::max_listen_connections, error);
  if (error)
    throw UsageError({},
                     fmt::format("cannot listen at {}:{} ({})", options.host, options.port, error.message()),
                     "stop what listens there, or choose another --port (0: any free one)");
}

void Server::accept() {
  acceptor_.async_accept([this](const error_code& error, tcp::socket socket) {
    if (draining || error == net::error::operation_aborted) return;
    if (!error) {
      add(std::move(socket));
      accept();
      return;
    }
    accept_timer_.expires_after(kAcceptPause);
    accept_timer_.async_wait([this](const error_code& cancelled) {
      if (!cancelled && !draining) accept();
    });
  });
}

void Server::add(tcp::socket&& socket) {
  if (connections_ >= options.max_connections && !idle_.empty()) idle_.front()->close();
  if (connections_ >= options.max_connections + options.max_connections / 8) {
    refuse(std::move(socket));
    return;
  }
  ++connections_;
  std::make_shared<Connection>(*this, std::move(socket))->begin();
}

// The answer fits into the socket's buffer, so nothing has to wait for it.
void Server::refuse(tcp::socket&& socket) {
  const HttpResponse response = refusal(503, "too many connections; try again in a moment");
  const std::string text = response_head(response, true) + response.body;
  error_code ignored;
  socket.non_blocking(true, ignored);
  socket.write_some(net::buffer(text), ignored);
  socket.shutdown(tcp::socket::shutdown_send, ignored);
}

void Server::drain() {
  net::post(context, [this] {
    draining = true;
    error_code ignored;
    acceptor_.close(ignored);
    accept_timer_.cancel();
    while (!idle_.empty()) idle_.front()->close();
    end_when_empty();
  });
}

void Server::wait_idle(Connection& connection) {
  connection.idle = idle_.insert(idle_.end(), &connection);
}

void Server::end_idle(Connection& connection) {
  if (!connection.idle) return;
  idle_.erase(*connection.idle);
  connection.idle.reset();
}

bool Server::take_body_memory(std::size_t bytes) {
  if (body_memory_ + bytes > options.max_body_memory) return false;
  body_memory_ += bytes;
  return true;
}

void Server::remove(Connection& connection) {
  end_idle(connection);
  --connections_;
  end_when_empty();
}

void Server::end_when_empty() {
  if (draining && connections_ == 0) work_.reset();
}

// --- Connection: reading ---------------------------------------------------------------------------------

Connection::Connection(Server& server, tcp::socket&& socket)
    : server_(server), socket_(std::move(socket)), timer_(server.context) {}

void Connection::begin() {
  error_code error;
  const tcp::endpoint client = socket_.remote_endpoint(error);
  if (error) return;
  address_ = client.address().to_string();
  socket_.set_option(tcp::no_delay(true), error);
  wait_for_request();
}

void Connection::close() {
  server_.end_idle(*this);
  state_ = State::kClosed;
  ++timer_round_;
  timer_.cancel();
  gone_.request_stop();
  error_code ignored;
  socket_.close(ignored);
}

void Connection::wait_for_request() {
  if (server_.draining) return close();
  gone_ = std::stop_source();
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(server_.options.max_header_bytes));
  parser_->body_limit(server_.options.max_body_bytes);
  server_.wait_idle(*this);
  state_ = State::kIdle;
  if (buffer_.size() > 0) return read_header();
  set_timer(server_.options.idle_time);
  socket_.async_read_some(buffer_.prepare(kReadBytes),
                          [self = shared_from_this()](const error_code& error, std::size_t bytes) {
                            if (self->state_ == State::kClosed) return;
                            if (error) return self->close();
                            self->buffer_.commit(bytes);
                            self->read_header();
                          });
}

void Connection::read_header() {
  state_ = State::kHeader;
  set_timer(server_.options.header_time);
  http::async_read_header(socket_, buffer_, *parser_,
                          [self = shared_from_this()](const error_code& error, std::size_t) {
                            if (self->state_ != State::kHeader) return;
                            if (error) return self->refuse_parse(error);
                            self->on_header();
                          });
}

void Connection::on_header() {
  const auto& message = parser_->get();
  request_ = HttpRequest();
  request_.method = view(message.method_string());
  request_.address = address_;
  for (const auto& field : message)
    request_.headers.emplace_back(lower_ascii(view(field.name_string())), view(field.value()));
  if (const auto problem = framing_problem(message.version(), request_.headers); !problem.empty())
    return refuse(400, problem);
  if (!set_target(request_, view(message.target())))
    return refuse(400, "the address of the request is not a path");
  state_ = State::kBody;
  set_timer(server_.options.body_time);
  go_on_or_read_body();
}

void Connection::go_on_or_read_body() {
  const std::string expected = lower_ascii(request_.header("expect"));
  if (expected.empty()) return read_body();
  if (expected != "100-continue") return refuse(417, "only 100-continue can be expected");
  if (buffer_.size() > 0) return read_body();  // the client has not waited
  static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  net::async_write(socket_, net::buffer(kContinue.data(), kContinue.size()),
                   [self = shared_from_this()](const error_code& error, std::size_t) {
                     if (self->state_ != State::kBody) return;
                     if (error) return self->close();
                     self->read_body();
                   });
}

bool Connection::count_body() {
  const std::size_t size = parser_->get().body().size();
  if (!server_.take_body_memory(size - counted_body_)) return false;
  counted_body_ = size;
  return true;
}

void Connection::read_body() {
  if (!count_body()) return refuse(503, "too many large requests at the same time; try again in a moment");
  if (parser_->is_done()) return dispatch();
  http::async_read_some(socket_, buffer_, *parser_,
                        [self = shared_from_this()](const error_code& error, std::size_t) {
                          if (self->state_ != State::kBody) return;
                          if (error) return self->refuse_parse(error);
                          self->read_body();
                        });
}

void Connection::refuse_parse(const error_code& error) {
  const TransportOptions& limits = server_.options;
  if (!is_parse_error(error) || error == http::error::end_of_stream) return close();
  if (error == http::error::body_limit)
    return refuse(413, fmt::format("the body is larger than {} bytes", limits.max_body_bytes));
  if (error == http::error::header_limit || error == http::error::buffer_overflow)
    return refuse(431, fmt::format("the header is larger than {} bytes", limits.max_header_bytes));
  if (error == http::error::partial_message) return refuse(400, "the request ends before it is whole");
  refuse(400, fmt::format("this is not HTTP: {}", error.message()));
}

// What other threads have of a connection. They must never hold the last of it: it ends on its own thread.
class WayBack {
 public:
  WayBack(net::io_context& context, std::shared_ptr<Connection> connection)
      : context_(context), connection_(std::move(connection)) {}
  // A request that nobody answers.
  ~WayBack() {
    if (connection_) net::post(context_, [connection = std::move(connection_)] { connection->close(); });
  }
  WayBack(const WayBack&) = delete;
  WayBack& operator=(const WayBack&) = delete;

  void reply(HttpResponse&& response) {
    net::post(context_, [connection = std::move(connection_),
                         moved = std::make_shared<HttpResponse>(std::move(response))] {
      connection->answer(std::move(*moved));
    });
  }

 private:
  net::io_context& context_;
  std::shared_ptr<Connection> connection_;
};

// --- Connection: answering -------------------------------------------------------------------------------

void Connection::dispatch() {
  server_.end_idle(*this);
  keep_alive_ = parser_->get().keep_alive();
  request_.body = std::move(parser_->get().body());
  Exchange exchange{std::move(request_), gone_.get_token(), {}};
  state_ = State::kHandling;
  ++timer_round_;
  timer_.cancel();
  watch_client();
  exchange.reply = [way = std::make_shared<WayBack>(server_.context, shared_from_this())](
                       HttpResponse&& response) { way->reply(std::move(response)); };
  server_.handler(std::move(exchange));
}

// Tells the handler when the client closes its connection. Once the next request is there, that can no longer
// be seen.
void Connection::watch_client() {
  if (watching_ || buffer_.size() > 0) return;
  watching_ = true;
  socket_.async_wait(tcp::socket::wait_read, [self = shared_from_this()](const error_code& error) {
    self->watching_ = false;
    if (error || self->state_ != State::kHandling) return;
    char next = 0;
    error_code peeked;
    self->socket_.non_blocking(true, peeked);
    const std::size_t bytes = self->socket_.receive(net::buffer(&next, 1), tcp::socket::message_peek, peeked);
    if (peeked == net::error::would_block) return self->watch_client();
    if (peeked || bytes == 0) self->close();
  });
}

void Connection::answer(HttpResponse&& response) {
  server_.give_body_memory(std::exchange(counted_body_, 0));
  if (state_ != State::kHandling) return;  // the client is gone
  write(std::move(response));
}

void Connection::refuse(int status, std::string_view problem) {
  server_.end_idle(*this);
  server_.give_body_memory(std::exchange(counted_body_, 0));
  keep_alive_ = false;
  HttpResponse response = server_.refusal(status, problem);
  parser_.emplace();  // frees the body
  write(std::move(response));
}

void Connection::write(HttpResponse&& response) {
  state_ = State::kWriting;
  if (server_.draining) keep_alive_ = false;
  response_ = std::move(response);
  head_ = response_head(response_, !keep_alive_);
  if (request_.method == "HEAD" || !has_body(response_.status)) response_.body.clear();
  set_timer(server_.options.write_time);
  const std::array<net::const_buffer, 2> buffers{net::buffer(head_), net::buffer(response_.body)};
  net::async_write(socket_, buffers, [self = shared_from_this()](const error_code& error, std::size_t) {
    if (self->state_ != State::kWriting) return;
    if (error) return self->close();
    self->on_written();
  });
}

void Connection::on_written() {
  response_ = HttpResponse();
  if (keep_alive_) return wait_for_request();
  linger();
}

// A socket that is closed while bytes are unread takes back what was written to it.
void Connection::linger() {
  state_ = State::kLingering;
  error_code error;
  socket_.shutdown(tcp::socket::shutdown_send, error);
  if (error) return close();
  set_timer(kLingerTime);
  read_away();
}

void Connection::read_away() {
  buffer_.clear();
  socket_.async_read_some(buffer_.prepare(kReadBytes),
                          [self = shared_from_this()](const error_code& error, std::size_t bytes) {
                            if (self->state_ != State::kLingering) return;
                            self->lingered_ += bytes;
                            if (error || self->lingered_ > kLingerBytes) return self->close();
                            self->read_away();
                          });
}

// --- Connection: time ------------------------------------------------------------------------------------

void Connection::set_timer(std::chrono::milliseconds time) {
  timer_.expires_after(time);
  timer_.async_wait([self = shared_from_this(), round = ++timer_round_](const error_code& error) {
    if (!error && round == self->timer_round_) self->on_timer();
  });
}

void Connection::on_timer() {
  if (state_ != State::kHeader && state_ != State::kBody) return close();
  // What is being read is given up; the connection still takes an answer.
  const bool header = state_ == State::kHeader;
  state_ = State::kWriting;
  error_code ignored;
  socket_.cancel(ignored);
  refuse(408, header ? "the header of the request did not come in time"
                     : "the body of the request did not come in time");
}

// --- Transport -------------------------------------------------------------------------------------------

Transport::Transport(const TransportOptions& options, Handler handler, Refusal refusal)
    : server_(std::make_unique<Server>(options, std::move(handler), std::move(refusal))) {}
Transport::~Transport() = default;
std::uint16_t Transport::port() const {
  return server_->port();
}
void Transport::run() {
  server_->run();
}
void Transport::drain() {
  server_->drain();
}
void Transport::stop() {
  server_->stop();
}

}  // namespace calque::serve
