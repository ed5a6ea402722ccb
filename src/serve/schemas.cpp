#include "serve/schemas.h"

#include <string_view>

#include <nlohmann/json.hpp>

namespace calque::serve {
namespace {

// Every object is closed, so that the test of the answers finds what is missing here.
constexpr std::string_view kShared = R"json({
  "Error": {"type": "object", "required": ["error"], "additionalProperties": false,
    "properties": {"error": {"type": "string", "description": "What is wrong and what to do"}}},
  "Health": {"type": "object", "required": ["status"], "additionalProperties": false,
    "properties": {"status": {"enum": ["ok"]}}},
  "Readiness": {"type": "object", "required": ["status"], "additionalProperties": false,
    "properties": {"status": {"enum": ["ready"]}}},
  "OpenApi": {"type": "object", "required": ["openapi", "info", "paths"]},
  "PlainTranslation": {"type": "object", "required": ["translation"], "additionalProperties": false,
    "properties": {"translation": {"type": "string"}}},
  "Detection": {"type": "object", "required": ["confidence", "language"], "additionalProperties": false,
    "properties": {"confidence": {"type": "number", "minimum": 0, "maximum": 100}, "language": {"type": "string"}}},
  "Detections": {"type": "array", "items": {"$ref": "#/components/schemas/Detection"}},
  "Translation": {"type": "object", "required": ["translatedText"], "additionalProperties": false,
    "properties": {
      "translatedText": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
      "detectedLanguage": {"anyOf": [{"$ref": "#/components/schemas/Detection"}, {"$ref": "#/components/schemas/Detections"}]},
      "alternatives": {"type": "array", "items": {"anyOf": [
        {"type": "string"}, {"type": "array", "items": {"type": "string"}}]}}}},
  "Languages": {"type": "array", "items": {"type": "object", "required": ["code", "name", "targets"],
    "additionalProperties": false,
    "properties": {"code": {"type": "string"}, "name": {"type": "string"},
      "targets": {"type": "array", "items": {"type": "string"}}}}},
  "NamedLanguage": {"type": "object", "required": ["code", "name"], "additionalProperties": false,
    "properties": {"code": {"type": "string"}, "name": {"type": "string"}}},
  "FrontendSettings": {"type": "object", "additionalProperties": false,
    "required": ["apiKeys", "charLimit", "filesTranslation", "frontendTimeout", "keyRequired", "language",
                 "suggestions", "supportedFilesFormat"],
    "properties": {
      "apiKeys": {"type": "boolean"}, "charLimit": {"type": "integer"}, "filesTranslation": {"type": "boolean"},
      "frontendTimeout": {"type": "integer"}, "keyRequired": {"type": "boolean"}, "suggestions": {"type": "boolean"},
      "supportedFilesFormat": {"type": "array", "items": {"type": "string"}},
      "language": {"type": "object", "required": ["source", "target"], "additionalProperties": false,
        "properties": {"source": {"$ref": "#/components/schemas/NamedLanguage"},
                       "target": {"$ref": "#/components/schemas/NamedLanguage"}}}}},
  "TranslatedFile": {"type": "object", "required": ["translatedFileUrl"], "additionalProperties": false,
    "properties": {"translatedFileUrl": {"type": "string"}}}
})json";

constexpr std::string_view kOwn = R"json({
  "Span": {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 2, "maxItems": 2},
  "Scores": {"description": "For each feature, in the order of the answer's features, its numbers",
    "type": "array", "items": {"type": "array", "items": {"type": "number"}}},
  "Direction": {"enum": ["ltr", "rtl"]},
  "Model": {"type": "object", "additionalProperties": false,
    "required": ["name", "source", "target", "source_name", "target_name", "direction"],
    "properties": {"name": {"type": "string"}, "source": {"type": "string"}, "target": {"type": "string"},
      "source_name": {"type": "string"}, "target_name": {"type": "string"},
      "direction": {"type": "object", "required": ["source", "target"], "additionalProperties": false,
        "properties": {"source": {"$ref": "#/components/schemas/Direction"},
                       "target": {"$ref": "#/components/schemas/Direction"}}}}},
  "Models": {"type": "object", "required": ["models", "limits", "key_required", "corrections"], "additionalProperties": false,
    "properties": {"models": {"type": "array", "items": {"$ref": "#/components/schemas/Model"}},
      "limits": {"type": "object", "required": ["characters", "file_bytes"], "additionalProperties": false,
        "properties": {"characters": {"type": "integer"}, "file_bytes": {"type": "integer"}}},
      "key_required": {"type": "boolean"}, "corrections": {"enum": ["all", "key", "none"]}}},
  "Token": {"type": "object", "required": ["text"], "additionalProperties": false,
    "properties": {"text": {"type": "string"}, "begin": {"type": "integer", "minimum": 0},
      "end": {"type": "integer", "minimum": 0}}},
  "Reordering": {"type": "object", "additionalProperties": false,
    "required": ["model", "direction", "orientation", "log_prob", "distribution"],
    "properties": {"model": {"type": "string"}, "direction": {"enum": ["forward", "backward"]},
      "orientation": {"type": "string"}, "log_prob": {"type": "number"},
      "distribution": {"type": "object", "additionalProperties": {"type": "number"}}}},
  "PhrasePair": {"type": "object", "required": ["source", "target"], "additionalProperties": false,
    "properties": {"source": {"$ref": "#/components/schemas/Span"}, "target": {"$ref": "#/components/schemas/Span"},
      "features": {"$ref": "#/components/schemas/Scores"},
      "reordering": {"type": "array", "items": {"$ref": "#/components/schemas/Reordering"}}}},
  "SentenceTranslation": {"type": "object", "additionalProperties": false,
    "required": ["text", "score", "features", "tokens", "phrases", "alignment", "unknown", "dropped"],
    "properties": {"text": {"type": "string"}, "score": {"type": "number"},
      "features": {"$ref": "#/components/schemas/Scores"},
      "tokens": {"type": "array", "items": {"$ref": "#/components/schemas/Token"}},
      "phrases": {"type": "array", "items": {"$ref": "#/components/schemas/PhrasePair"}},
      "alignment": {"type": "array", "items": {"$ref": "#/components/schemas/Span"}},
      "unknown": {"type": "array", "items": {"type": "integer", "minimum": 0}},
      "dropped": {"type": "array", "items": {"type": "integer", "minimum": 0}}}},
  "Alternatives": {"type": "object", "required": ["source", "options"], "additionalProperties": false,
    "properties": {"source": {"$ref": "#/components/schemas/Span"},
      "options": {"type": "array", "items": {"type": "object", "required": ["target", "probability", "score"],
        "additionalProperties": false,
        "properties": {"target": {"type": "string"}, "probability": {"type": "number", "minimum": 0},
          "score": {"type": "number"}}}}}},
  "Sentence": {"type": "object", "required": ["source", "translations", "target"], "additionalProperties": false,
    "properties": {
      "source": {"type": "object", "required": ["text", "begin", "end", "tokens"], "additionalProperties": false,
        "properties": {"text": {"type": "string"}, "begin": {"type": "integer", "minimum": 0},
          "end": {"type": "integer", "minimum": 0},
          "tokens": {"type": "array", "items": {"$ref": "#/components/schemas/Token"}}}},
      "translations": {"type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/SentenceTranslation"}},
      "target": {"type": "object", "required": ["begin", "end"], "additionalProperties": false,
        "properties": {"begin": {"type": "integer", "minimum": 0}, "end": {"type": "integer", "minimum": 0}}},
      "alternatives": {"type": "array", "items": {"$ref": "#/components/schemas/Alternatives"}}}},
  "Explained": {"type": "object", "required": ["model", "features", "results"], "additionalProperties": false,
    "properties": {"model": {"$ref": "#/components/schemas/Model"},
      "features": {"type": "array", "items": {"type": "object", "required": ["name", "weights"],
        "additionalProperties": false,
        "properties": {"name": {"type": "string"}, "weights": {"type": "array", "items": {"type": "number"}}}}},
      "results": {"type": "array", "items": {"type": "object", "required": ["text", "sentences"],
        "additionalProperties": false,
        "properties": {"text": {"type": "string"},
          "sentences": {"type": "array", "items": {"$ref": "#/components/schemas/Sentence"}}}}}}},
  "CorrectionId": {"type": "object", "required": ["id"], "additionalProperties": false,
    "properties": {"id": {"type": "string"}}},
  "Suggested": {"type": "object", "required": ["success"], "additionalProperties": false,
    "properties": {"success": {"enum": [true]}}},
  "Corrections": {"type": "object", "required": ["total", "corrections"], "additionalProperties": false,
    "properties": {"total": {"type": "integer", "minimum": 0},
      "corrections": {"type": "array", "items": {"type": "object", "additionalProperties": false,
        "required": ["id", "source", "target", "source_text", "target_text", "time"],
        "properties": {"id": {"type": "string"}, "source": {"type": "string"}, "target": {"type": "string"},
          "source_text": {"type": "string"}, "target_text": {"type": "string"}, "time": {"type": "string"}}}}}},
  "Phrase": {"type": "object", "required": ["phrase", "entries", "examples"], "additionalProperties": false,
    "properties": {"phrase": {"type": "string"},
      "entries": {"type": "array", "items": {"type": "object", "additionalProperties": false,
        "required": ["target", "count", "probability", "features"],
        "properties": {"target": {"type": "string"}, "count": {"type": "number"},
          "probability": {"type": "number"}, "features": {"type": "array", "items": {"type": "number"}}}}},
      "examples": {"type": "array", "items": {"type": "object", "required": ["source", "target"],
        "additionalProperties": false,
        "properties": {"source": {"type": "string"}, "target": {"type": "string"}}}}}}
})json";

}  // namespace

const nlohmann::ordered_json& schemas() {
  static const nlohmann::ordered_json kAll = [] {
    nlohmann::ordered_json all = nlohmann::ordered_json::parse(kShared);
    all.update(nlohmann::ordered_json::parse(kOwn));
    return all;
  }();
  return kAll;
}

}  // namespace calque::serve
