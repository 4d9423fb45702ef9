namespace Doppel.S3;

/// <summary>Checks names of regions, whoever gives them.</summary>
internal static class Region
{
    // A region becomes a part of host names, whose labels have at most 63 characters (RFC 1035, 2.3.4).
    private const int CharsMax = 63;

    /// <summary>Returns whether a text can be the name of a region: 1 to 63 letters, digits and hyphens.</summary>
    internal static bool IsValid(string text) =>
        text.Length is > 0 and <= CharsMax && text.All(static c => char.IsAsciiLetterOrDigit(c) || c == '-');

    /// <summary>Returns the region that a server names, or null where that cannot be one.</summary>
    internal static string? Valid(string? hint) => hint is not null && IsValid(hint) ? hint : null;
}
