#include "report/html.h"

#include <array>

#include <fmt/format.h>

#include "text/utf8.h"

namespace calque::report {
namespace {

constexpr const char* kStyle = R"css(
:root { color-scheme: light dark; --ink: #1b232e; --soft: #5b6675; --line: #dde2e9; --paper: #fff; --card: #f7f8fa;
  --wrong: #fde3df; --wrong-ink: #8c2417; --best: #1d7a4c; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e9f0; --soft: #9aa6b5; --line: #323b47; --paper: #14191f;
  --card: #1b222b; --wrong: #4a2320; --wrong-ink: #ffb4a6; --best: #6fd3a0; } }
* { box-sizing: border-box; }
body { font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 72rem;
  margin: 2rem auto 4rem; padding: 0 1.2rem; }
h1 { font-size: 1.6rem; margin-bottom: .2rem; }
h2 { font-size: 1.15rem; margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
.soft { color: var(--soft); } .scroll { overflow-x: auto; }
table { border-collapse: collapse; } th, td { padding: .35rem .9rem .35rem 0; text-align: left; vertical-align: top; }
th { color: var(--soft); font-weight: 500; white-space: nowrap; } tr + tr, tbody tr { border-top: 1px solid var(--line); }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.range { display: block; font-weight: 400; color: var(--soft); font-size: .8rem; }
.best { color: var(--best); font-weight: 600; }
.key { display: inline-block; width: .75em; height: .75em; border-radius: 2px; margin-right: .45em; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem; }
figure { margin: 1rem 0; background: var(--card); border-radius: 8px; padding: .8rem; } .plots figure { margin: 0; }
figcaption { color: var(--soft); font-size: .9rem; }
svg { width: 100%; height: auto; max-width: 48rem; } svg text { fill: var(--soft); font-size: 11px; }
.grid { stroke: var(--line); } polyline { fill: none; stroke-width: 2; stroke-linejoin: round; }
.dashed { stroke-dasharray: 5 3; } .error { stroke-opacity: .6; } circle { fill-opacity: .75; }
.bar { display: inline-block; height: .75em; border-radius: 2px; background: #2f6f9f; min-width: 1px; }
.sentence { background: var(--card); border-radius: 8px; padding: .7rem 1rem; margin: .8rem 0; }
.sentence h3 { font-size: .85rem; font-weight: 500; color: var(--soft); margin: 0 0 .3rem; }
.sentence td { padding: .2rem .8rem .2rem 0; border: 0; } .sentence tr { border: 0; }
.sentence td:first-child { white-space: nowrap; color: var(--soft); }
mark { background: var(--wrong); color: var(--wrong-ink); border-radius: 3px; padding: 0 .15em; }
code { font-size: .82rem; overflow-wrap: anywhere; } pre { overflow-x: auto; font-size: .85rem; }
)css";

// Light enough for dark paper and dark enough for light paper.
constexpr std::array<const char*, kColours> kSeriesColours{"#3a80b5", "#d1742c", "#3f9a66", "#9268bb",
                                                           "#c7546a", "#8a8a3f", "#36a0a0", "#a8623c",
                                                           "#7478dc", "#848484"};

constexpr std::array<std::pair<char, std::string_view>, 4> kEntities{
    {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}}};

void append_escaped(std::string& escaped, char c) {
  for (const auto& [character, entity] : kEntities) {
    if (c == character) {
      escaped += entity;
      return;
    }
  }
  escaped += c;
}

Html table_cell(std::string_view name, const Html& content, bool number, bool best) {
  return element(name, content, number ? (best ? "n best" : "n") : (best ? "best" : ""));
}

}  // namespace

std::string escape_html(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  while (!text.empty()) {
    const auto problem = text::find_invalid_utf8(text);
    for (const char c : text.substr(0, problem ? problem->offset : text.size())) append_escaped(escaped, c);
    if (!problem) break;
    escaped += "\xef\xbf\xbd";
    text.remove_prefix(problem->offset + 1);
  }
  return escaped;
}

Html element(std::string_view name, const Html& content, std::string_view css_class) {
  return Html::markup(css_class.empty()
                          ? fmt::format("<{0}>{1}</{0}>", name, content.str())
                          : fmt::format("<{0} class=\"{2}\">{1}</{0}>", name, content.str(), css_class));
}

Html with_tooltip(const Html& content, std::string_view tooltip) {
  return Html::markup(fmt::format("<span title=\"{}\">{}</span>", escape_html(tooltip), content.str()));
}

Html section(std::string_view title, const Html& remarks, const Html& content) {
  Html html = element("h2", title) + Html("\n");
  if (!remarks.empty()) html += element("p", remarks, "soft") + Html("\n");
  return html + content;
}

Html folded(std::string_view summary, const Html& content) {
  return element("details", element("summary", summary, "soft") + Html("\n") + content) + Html("\n");
}

Html Table::html() const {
  Html html;
  if (!head_.empty()) {
    Html row;
    for (std::size_t i = 0; i < head_.size(); ++i)
      row += table_cell("th", head_[i], i >= text_columns_, false);
    html += element("thead", element("tr", row)) + Html("\n");
  }
  Html body;
  for (const std::vector<Cell>& cells : rows_) {
    Html row;
    for (std::size_t i = 0; i < cells.size(); ++i)
      row += table_cell("td", cells[i].content, i >= text_columns_, cells[i].best);
    body += element("tr", row) + Html("\n");
  }
  return element("div", element("table", html + element("tbody", body)), "scroll") + Html("\n");
}

Html figure(std::string_view caption, const Html& drawing) {
  return element("figure", element("figcaption", caption) + Html("\n") + drawing) + Html("\n");
}

Html side_by_side(const Html& figures) {
  return element("div", figures, "plots") + Html("\n");
}

Html colour_key(std::size_t series) {
  return element("span", "", fmt::format("key s{}", series % kColours));
}

std::string page(std::string_view title, const Html& body) {
  std::string style = kStyle;
  for (std::size_t c = 0; c < kColours; ++c) {
    style += fmt::format(".s{0} {{ fill: {1}; }} span.s{0} {{ background: {1}; }} .l{0} {{ stroke: {1}; }}\n",
                         c, kSeriesColours[c]);
  }
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0}</title>\n"
      "<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n{2}</body>\n</html>\n",
      escape_html(title), style, body.str());
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

}  // namespace calque::report
