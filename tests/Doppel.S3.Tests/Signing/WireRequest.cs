using Doppel.S3.Tests.Signing.Verifier;

namespace Doppel.S3.Tests.Signing;

/// <summary>Samples as a client sends them, encoded by the framework rather than by the library.</summary>
internal static class WireRequest
{
    /// <summary>A sample with its signature in a header.</summary>
    public static VerifierRequest Signed(
        RequestSigner signer, SampleRequest sample, byte[] body, string? sessionToken = null)
    {
        List<KeyValuePair<string, string>> headers =
        [
            new("Host", sample.Host),
            .. sample.Headers.Select(header => KeyValuePair.Create(header.Name, header.Value)),
            new("X-Amz-Date", AmzTime.Format(sample.Time)), new("x-amz-content-sha256", sample.Payload),
            new("Authorization", signer.GetAuthorization(sample)), new("User-Agent", "a b"),
        ];
        if (sessionToken is not null)
        {
            headers.Add(new("x-amz-security-token", sessionToken));
        }

        return new(sample.Method, Target(sample), headers, body);
    }

    /// <summary>The request of someone who got an address.</summary>
    public static VerifierRequest Presigned(string address, SampleRequest sample, byte[] body)
    {
        int path = address.IndexOf('/', "https://".Length);
        return new(sample.Method, address[path..],
        [
            new("Host", address["https://".Length..path]),
            .. sample.Headers.Select(header => KeyValuePair.Create(header.Name, header.Value)),
        ], body);
    }

    private static string Target(SampleRequest sample)
    {
        string path = string.Join('/', sample.Path.Split('/').Select(Uri.EscapeDataString));
        return sample.Query.Length == 0 ? path : path + "?" + string.Join('&', sample.Query.Select(
            one => Uri.EscapeDataString(one.Name) + (one.Value == "" ? "" : "=" + Uri.EscapeDataString(one.Value))));
    }
}
