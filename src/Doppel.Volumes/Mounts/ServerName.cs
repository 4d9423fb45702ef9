namespace Doppel.Volumes;

/// <summary>Extracts the server name from the source of a network mount.</summary>
internal static class ServerName
{
    /// <summary>
    /// Returns the server of <c>server:/export</c>, <c>[fe80::1]:/export</c>, <c>//server/share</c>,
    /// <c>user@server:path</c> or <c>https://server/path</c>. Any other source is returned unchanged.
    /// </summary>
    public static string Of(string source)
    {
        ReadOnlySpan<char> rest = source;
        int scheme = source.IndexOf("://", StringComparison.Ordinal);
        if (scheme > 0)
        {
            rest = rest[(scheme + 1)..];
        }

        if (rest.StartsWith("//"))
        {
            rest = rest[2..];
            int slash = rest.IndexOf('/');
            rest = slash < 0 ? rest : rest[..slash];
        }
        else if (rest.StartsWith("[") && rest.IndexOf(']') is > 0 and int end)
        {
            return rest[1..end].ToString();
        }
        else
        {
            int colon = rest.IndexOf(':');
            rest = colon < 0 ? rest : rest[..colon];
        }

        rest = rest[(rest.LastIndexOf('@') + 1)..];
        return rest.IsEmpty ? source : rest.ToString();
    }
}
