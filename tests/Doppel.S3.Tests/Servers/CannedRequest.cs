using System.Text;

namespace Doppel.S3.Tests.Servers;

/// <summary>What a client sent.</summary>
internal sealed record CannedRequest(
    string Method, string Path, IReadOnlyDictionary<string, string> Query, HttpRequestMessage Message, byte[] Body)
{
    public string Text => Encoding.UTF8.GetString(Body);

    public string? Header(string name) =>
        Message.Headers.TryGetValues(name, out IEnumerable<string>? values)
        || Message.Content?.Headers.TryGetValues(name, out values) == true
            ? string.Join(",", values)
            : null;
}
