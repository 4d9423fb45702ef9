namespace Doppel.S3.Tests.Credentials;

/// <summary>A request as it came over the wire.</summary>
internal sealed record ReceivedRequest(
    string Method, string Target, IReadOnlyDictionary<string, string> Headers, string Body)
{
    public string? Header(string name) => Headers.GetValueOrDefault(name);
}
