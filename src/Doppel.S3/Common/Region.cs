namespace Doppel.S3;

/// <summary>Validates region names from any source.</summary>
internal static class Region
{
    // A region becomes part of a host name, whose labels have at most 63 characters (RFC 1035, 2.3.4).
    private const int CharsMax = 63;

    /// <summary>Returns whether a text is a valid region name: 1 to 63 letters, digits and hyphens.</summary>
    internal static bool IsValid(string text) =>
        text.Length is > 0 and <= CharsMax && text.All(static c => char.IsAsciiLetterOrDigit(c) || c == '-');

    /// <summary>Returns the region that a server names, or null if it is not valid.</summary>
    internal static string? Valid(string? hint) => hint is not null && IsValid(hint) ? hint : null;
}
