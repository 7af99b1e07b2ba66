import { describe, expect, test } from "vitest";
import { failureOf } from "../../src/models/failure-of.ts";

const anthropic = (status: number, type: string, message: string) =>
  `${status} ${JSON.stringify({ type: "error", error: { type, message }, request_id: "req_011CS" })}`;
const google = (code: number, status: string, message: string) =>
  JSON.stringify({ error: { code, message, status } });

const table: { readonly [failure: string]: readonly string[] } = {
  auth: [
    anthropic(401, "authentication_error", "invalid x-api-key"),
    anthropic(
      403,
      "permission_error",
      "Your API key does not have permission to use the specified resource.",
    ),
    anthropic(401, "authentication_error", "OAuth token has expired. Please obtain a new token."),
    "401 Incorrect API key provided: sk-proj-********abcd. You can find your API key at https://platform.openai.com.",
    '401: {"message":"Unauthorized"}',
    "OpenAI API error (401): 401 status code (no body)",
    "403 status code (no body)",
    'Mistral API error (401): {"detail":"Unauthorized"}',
    google(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."),
    google(403, "PERMISSION_DENIED", "Permission denied on resource project x."),
    "UnrecognizedClientException: The security token included in the request is invalid.",
    "ExpiredTokenException: The security token included in the request is expired",
    "AccessDeniedException: You don't have access to the model with the specified model ID.",
    "Could not load credentials from any providers",
    "Provider is not configured: acme",
    "No API key for provider: openai",
    "Failed to extract accountId from token",
  ],
  quota: [
    anthropic(400, "invalid_request_error", "Your credit balance is too low to access the Anthropic API."),
    anthropic(429, "rate_limit_error", "You have reached your specified API usage limits."),
    "429 Claude usage limit reached. Your limit will reset at 5pm (Europe/Warsaw).",
    "429 You exceeded your current quota, please check your plan and billing details.",
    '429: {"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}',
    "insufficient_quota: You ran out",
    "You have hit your ChatGPT usage limit (plus plan). Try again in ~93 min.",
    "Error Code usage_limit_reached: The usage limit has been reached",
    'OpenAI API error (429): {"code":"subscription_sharing_usage_limit_exceeded"}',
    '429: {"type":"error","error":{"type":"GoUsageLimitError","message":"Weekly limit."}}',
    "402 This request requires more credits, or fewer max_tokens.",
    '402: {"message":"Insufficient Balance"}',
    "403 Monthly spend limit exceeded",
  ],
  rate_limited: [
    anthropic(429, "rate_limit_error", "This request would exceed your organization's rate limit."),
    "429 Rate limit reached for gpt-5 in organization org-x on tokens per min (TPM): Limit 30000, Used 29000.",
    "429 status code (no body)",
    "429 Too Many Requests",
    google(429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check the rate)."),
    "Throttling error: Too many tokens, please wait before trying again.",
    "Error Code rate_limit_exceeded: Slow down",
    'Mistral API error (429): {"message":"Requests rate limit exceeded"}',
    "Server requested 60s retry delay (max: 45s). 429 status code (no body)",
    "Server requested 60s retry delay (max: 45s). ",
  ],
  overloaded: [
    anthropic(529, "overloaded_error", "Overloaded"),
    '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
    '{"type":"error","error":{"type":"api_error","message":"Internal server error"}}',
    "500 The server had an error while processing your request. Sorry about that!",
    "500 status code (no body)",
    "502 <html><head><title>502 Bad Gateway</title></head></html>",
    "503 Service Unavailable",
    google(503, "UNAVAILABLE", "The model is overloaded. Please try again later."),
    "server_error: An error occurred while processing your request. You can retry your request.",
    "Service unavailable: Bedrock is unable to process your request.",
    "Internal server error: The system encountered an unexpected error.",
    "Model stream error: The model produced invalid output.",
    "Provider returned error",
    "Server requested 60s retry delay (max: 45s). 529 Overloaded",
  ],
  network: [
    "Connection error.",
    "Connection error.: connect ECONNREFUSED 127.0.0.1:11434",
    "connect ECONNREFUSED 127.0.0.1:11434",
    "fetch failed",
    "fetch failed: getaddrinfo ENOTFOUND api.example.com",
    "read ECONNRESET",
    "connect ETIMEDOUT 203.0.113.7:443",
    "socket hang up",
    "other side closed",
    "terminated",
    "self-signed certificate in certificate chain",
    "Anthropic stream ended before message_stop",
    "Stream ended without finish_reason",
    "WebSocket stream closed before response.completed",
    "Provider finish_reason: network_error",
    "The socket connection was closed unexpectedly.",
  ],
  timeout: [
    "Request timed out.",
    "408 status code (no body)",
    "504 Gateway Timeout",
    "Codex SSE response headers timed out after 20000ms",
    google(504, "DEADLINE_EXCEEDED", "The request took too long."),
  ],
  refused: [
    "Provider finish_reason: content_filter",
    "Provider stopped with: SAFETY",
    "Provider stopped with: PROHIBITED_CONTENT",
    "Provider stopped with: guardrail_intervened",
    "Response incomplete: content_filter",
    "The model refused to complete the request",
    "Provider stopped with: sensitive",
    "400 The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
    "400 Your request was rejected as a result of our safety system.",
    "403 openai/gpt-5 requires moderation. Your input was flagged for violence.",
    "An unknown error occurred",
  ],
  truncated: [
    anthropic(400, "invalid_request_error", "prompt is too long: 213462 tokens > 200000 maximum"),
    anthropic(413, "request_too_large", "Request exceeds the maximum size"),
    "400 This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
    "context_length_exceeded: Your input exceeds the context window of this model.",
    "413 Request too large for model on tokens per minute (TPM): Limit 6000, Requested 8000. rate_limit_exceeded",
    google(
      400,
      "INVALID_ARGUMENT",
      "The input token count (1196265) exceeds the maximum number of tokens (1048575).",
    ),
    "Validation error: Input is too long for requested model.",
    "400 the request exceeds the available context size, try increasing it",
    "400 Please reduce the length of the messages or completion.",
  ],
  protocol: [
    anthropic(400, "invalid_request_error", "tool_choice: this model does not support forcing a tool."),
    anthropic(404, "not_found_error", "model: claude-nope"),
    "400 Unknown parameter: 'store'.",
    "400 Invalid 'timeout': a network setting",
    "404 No endpoints found that support the provided 'tool_choice' value.",
    "Validation error: This model doesn't support the toolConfig.toolChoice.tool field.",
    "Provider stopped with: MALFORMED_FUNCTION_CALL",
    "Could not parse Anthropic SSE event message_start: timeout; data=rate limit exceeded; raw=fetch failed",
    "Unexpected token '<', \"<html>\" is not valid JSON",
    "Unhandled stop reason: tired",
    "Unknown provider: acme",
    "",
  ],
};

describe("what Pi tells of a failure", () => {
  for (const [failure, messages] of Object.entries(table)) {
    for (const message of messages) {
      test(`${JSON.stringify(message.slice(0, 90))} is ${failure}`, () => {
        expect(failureOf(message)).toBe(failure);
      });
    }
  }

  for (const stopped of [
    "refusal",
    "sensitive",
    "content_filter",
    "content_filtered",
    "SAFETY",
    "incomplete.content_filter",
  ]) {
    test(`whatever is said, a provider that stopped for ${stopped} has refused`, () => {
      expect(failureOf("I can't help with rate limits of a fetch that failed.", stopped)).toBe("refused");
    });
  }

  test("a word for stopping that is no refusal says nothing", () => {
    expect(failureOf("fetch failed", "end_turn")).toBe("network");
    expect(failureOf("Provider stopped with: MALFORMED_FUNCTION_CALL", "MALFORMED_FUNCTION_CALL")).toBe(
      "protocol",
    );
  });

  test("what an error repeats far behind is not read", () => {
    expect(failureOf(`404 no such model ${"x".repeat(3_000)} rate limit exceeded`)).toBe("protocol");
  });
});
