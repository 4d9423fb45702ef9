using System.Globalization;

namespace Doppel.S3.Tests.Signing.Verifier;

/// <summary>
/// Decides about requests as a strict S3 server does: signatures in headers, in queries and of chunks, times, scopes,
/// hashes of content and trailers. Written after the documentation and shares no code with the library.
/// </summary>
internal sealed class SigV4Verifier(S3Credentials credentials, string region, TimeProvider clock)
{
    private static readonly TimeSpan s_skewMax = TimeSpan.FromMinutes(15);
    private static readonly string[] s_streaming =
    [
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER",
        "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
    ];

    /// <summary>The service of the scope.</summary>
    public string Service { get; init; } = "s3";

    /// <summary>Whether the hash of the content has to be in a header: S3 wants it, other services do not.</summary>
    public bool WantsContentHash { get; init; } = true;

    public Verdict Verify(VerifierRequest request)
    {
        string canonical = "";
        try
        {
            bool hasHeader = request.Header("authorization") is not null;
            bool hasQuery = Parameter(request, "X-Amz-Algorithm") is not null;
            Unless(hasHeader || hasQuery, 403, "AccessDenied", "the request is not signed");
            Unless(!hasHeader || !hasQuery, 400, "InvalidRequest", "only one signature is allowed");
            SignatureClaim claim = hasHeader ? FromHeader(request) : FromQuery(request);
            CheckScope(claim);
            CheckSignedHeaders(request, claim.SignedHeaders);
            canonical = CanonicalForm.Of(request, claim.SignedHeaders, claim.PayloadHash);
            var key = new SigningKey(credentials.SecretAccessKey, claim.Scope);
            string text = $"AWS4-HMAC-SHA256\n{claim.Time}\n{claim.Scope}\n{SigningKey.Hash(canonical)}";
            Unless(key.Sign(text) == claim.Signature, 403, "SignatureDoesNotMatch", "the signature is another one");
            return Accept(request, claim, key) with { CanonicalRequest = canonical };
        }
        catch (RefusedException refusal)
        {
            return new()
            {
                IsAccepted = false,
                Status = refusal.Status,
                Code = refusal.Code,
                Reason = refusal.Message,
                CanonicalRequest = canonical,
            };
        }
    }

    private static Verdict Accept(VerifierRequest request, SignatureClaim claim, SigningKey key)
    {
        var accepted = new Verdict { IsAccepted = true, AccessKeyId = claim.AccessKeyId };
        if (!s_streaming.Contains(claim.PayloadHash))
        {
            bool isRight = claim.PayloadHash == "UNSIGNED-PAYLOAD"
                || claim.PayloadHash == SigningKey.Hash(request.Body);
            Unless(isRight, 400, "XAmzContentSHA256Mismatch", "the content has another hash");
            return accepted with { Content = request.Body };
        }

        bool isChunked = (request.Header("content-encoding") ?? "").Split(',')
            .Any(one => one.Trim().Equals("aws-chunked", StringComparison.OrdinalIgnoreCase));
        Unless(isChunked, 400, "InvalidRequest", "Content-Encoding lacks aws-chunked");
        string length = request.Header("content-length") ?? request.Body.Length.ToString(CultureInfo.InvariantCulture);
        Unless(
            length == request.Body.Length.ToString(CultureInfo.InvariantCulture), 400, "IncompleteBody",
            $"the body has {request.Body.Length} bytes, Content-Length says {length}");
        bool hasTrailer = claim.PayloadHash.EndsWith("-TRAILER", StringComparison.Ordinal);
        bool isSigned = !claim.PayloadHash.Contains("UNSIGNED", StringComparison.Ordinal);
        var body = new ChunkedBody(request.Body, isSigned ? key : null, claim.Time, claim.Signature);
        byte[] content = body.Read(hasTrailer);
        string decoded = request.Header("x-amz-decoded-content-length") ?? "";
        Unless(
            decoded == content.Length.ToString(CultureInfo.InvariantCulture), 400, "IncompleteBody",
            $"the content has {content.Length} bytes, x-amz-decoded-content-length says '{decoded}'");
        CheckTrailers(request, body.Trailers, content, hasTrailer);
        return accepted with { Content = content, Trailers = body.Trailers };
    }

    private static void CheckTrailers(
        VerifierRequest request, List<KeyValuePair<string, string>> trailers, byte[] content, bool hasTrailer)
    {
        string announced = request.Header("x-amz-trailer") ?? "";
        Unless(
            announced == string.Join(',', trailers.Select(trailer => trailer.Key)) && (announced != "") == hasTrailer,
            400, "MalformedTrailerError", $"x-amz-trailer says '{announced}'");
        string? wrong = ChecksumJudge.FirstWrong(trailers, content);
        Unless(wrong is null, 400, "BadDigest", $"{wrong} is of another content");
    }

    private static string? Parameter(VerifierRequest request, string name)
    {
        List<string> values =
            [.. CanonicalForm.Parameters(request).Where(one => one.Key == name).Select(one => one.Value)];
        Unless(values.Count < 2, 400, "AuthorizationQueryParametersError", $"{name} is there twice");
        return values.FirstOrDefault();
    }

    private static void Unless(bool holds, int status, string code, string reason) =>
        RefusedException.Unless(holds, status, code, reason);

    private static DateTimeOffset Time(string text)
    {
        bool isTime = DateTimeOffset.TryParseExact(
            text, "yyyyMMdd'T'HHmmss'Z'", CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal,
            out DateTimeOffset time);
        Unless(isTime, 403, "AccessDenied", $"'{text}' is not a valid time");
        return time;
    }

    private SignatureClaim FromHeader(VerifierRequest request)
    {
        const string Malformed = "AuthorizationHeaderMalformed";
        string[] words = request.Header("authorization")!.Split(' ', 2);
        Unless(words is ["AWS4-HMAC-SHA256", _], 400, Malformed, "another algorithm");
        string[][] parts = [.. words[1].Split(',').Select(field => field.Trim().Split('=', 2))];
        Dictionary<string, string> fields =
            parts.DistinctBy(field => field[0]).ToDictionary(field => field[0], field => field[^1]);
        Unless(
            parts.Length == 3 && fields.ContainsKey("Credential") && fields.ContainsKey("SignedHeaders")
                && fields.ContainsKey("Signature"), 400, Malformed, words[1]);
        string time = request.Header("x-amz-date") ?? "";
        TimeSpan skew = clock.GetUtcNow() - Time(time);
        Unless(skew.Duration() <= s_skewMax, 403, "RequestTimeTooSkewed", $"the clocks differ by {skew}");

        string? hash = request.Header("x-amz-content-sha256");
        Unless(
            hash is not null || !WantsContentHash, 400, "InvalidRequest", "there is no x-amz-content-sha256");
        Unless(
            hash is null or "UNSIGNED-PAYLOAD" || s_streaming.Contains(hash) || (hash.Length == 64
                && hash.All(char.IsAsciiHexDigitLower)), 400, "InvalidRequest", $"x-amz-content-sha256 is '{hash}'");
        CheckToken(request.Header("x-amz-security-token"));
        return new(
            fields["Credential"], time, fields["SignedHeaders"].Split(';'), fields["Signature"],
            hash ?? SigningKey.Hash(request.Body));
    }

    private SignatureClaim FromQuery(VerifierRequest request)
    {
        const string Malformed = "AuthorizationQueryParametersError";
        string Wanted(string name)
        {
            string? value = Parameter(request, name);
            Unless(value is not null, 400, Malformed, $"{name} is missing");
            return value!;
        }

        Unless(Wanted("X-Amz-Algorithm") == "AWS4-HMAC-SHA256", 400, Malformed, "another algorithm");
        string text = Wanted("X-Amz-Date");
        DateTimeOffset time = Time(text);
        string seconds = Wanted("X-Amz-Expires");
        Unless(
            int.TryParse(seconds, NumberStyles.None, CultureInfo.InvariantCulture, out int lifetime)
                && lifetime is >= 1 and <= 604_800, 400, Malformed, $"X-Amz-Expires is '{seconds}'");
        Unless(time - clock.GetUtcNow() <= s_skewMax, 403, "AccessDenied", "the address is not good yet");
        Unless(
            clock.GetUtcNow() <= time.AddSeconds(lifetime), 403, "AccessDenied", "the address is not good any more");
        Unless(
            request.Header("x-amz-content-sha256") is null, 400, "InvalidRequest", "the content cannot be signed here");
        CheckToken(Parameter(request, "X-Amz-Security-Token"));
        return new(
            Wanted("X-Amz-Credential"), text, Wanted("X-Amz-SignedHeaders").Split(';'), Wanted("X-Amz-Signature"),
            WantsContentHash ? "UNSIGNED-PAYLOAD" : SigningKey.Hash(request.Body));
    }

    private void CheckToken(string? token)
    {
        Unless(token is null || credentials.SessionToken is not null, 400, "InvalidToken", "there is a token");
        Unless(
            token == credentials.SessionToken, 400, token is null ? "InvalidAccessKeyId" : "InvalidToken",
            "there is no token, or another one");
    }

    private void CheckScope(SignatureClaim claim)
    {
        const string Malformed = "AuthorizationHeaderMalformed";
        Unless(claim.Credential.Split('/').Length == 5, 400, Malformed, $"credential '{claim.Credential}'");
        Unless(
            claim.AccessKeyId == credentials.AccessKeyId, 403, "InvalidAccessKeyId",
            $"'{claim.AccessKeyId}' is nobody");
        string[] scope = claim.Scope.Split('/');
        Unless(scope[0] == claim.Time[..8], 400, Malformed, $"the day is {scope[0]}, the time {claim.Time}");
        Unless(scope[1] == region, 400, Malformed, $"the region '{scope[1]}' is wrong; expecting '{region}'");
        Unless(scope[2] == Service, 400, Malformed, $"the service is '{scope[2]}'");
        Unless(scope[3] == "aws4_request", 400, Malformed, $"the scope ends with '{scope[3]}'");
    }

    private static void CheckSignedHeaders(VerifierRequest request, string[] names)
    {
        const string Denied = "AccessDenied";
        Unless(names.Contains("host"), 403, Denied, "Host is not signed");
        Unless(
            names.SequenceEqual(names.Distinct().OrderBy(name => name, StringComparer.Ordinal))
                && !names.Any(name => name.Any(char.IsAsciiLetterUpper)),
            403, Denied, "the names of signed headers are not in order");
        Unless(
            names.All(name => request.Header(name) is not null), 403, Denied, "a header that is signed is not there");
        string? unsigned = request.Headers.Select(header => header.Key.ToLowerInvariant()).FirstOrDefault(
            name => name.StartsWith("x-amz-", StringComparison.Ordinal) && !names.Contains(name));
        Unless(unsigned is null, 403, Denied, $"{unsigned} is there and not signed");
    }
}
