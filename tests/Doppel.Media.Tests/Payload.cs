using Doppel.Hashing;

namespace Doppel.Media.Tests;

/// <summary>What makes files twins.</summary>
internal static class Payload
{
    /// <summary>What was found out about a file; what is told of extents has to be so.</summary>
    public static MediaResult Map(byte[] content, MediaPolicy policy = MediaPolicy.Strict)
    {
        var source = new MemorySource(content);
        MediaResult result = new MediaMapper().Map(source, policy);
        if (result.Map is { } map)
        {
            Assert.Equal(map.PayloadBytes, map.Extents.Sum(static extent => extent.Length));
            Assert.True(map.PayloadBytes > 0);
            Assert.True(map.PayloadBytes <= content.Length);
            Assert.All(map.Extents, extent => Assert.True(
                extent.Offset >= 0 && extent.Length > 0 && extent.Offset <= content.Length - extent.Length));
        }

        return result;
    }

    /// <summary>Two files are twins if these are equal; the reason where a file is not comparable.</summary>
    public static string Of(byte[] content, MediaPolicy policy = MediaPolicy.Strict)
    {
        MediaResult result = Map(content, policy);
        if (result.Map is not { } map)
        {
            return result.Reason.Length > 0 ? "not comparable: " + result.Reason : "no media";
        }

        var state = new Xxh3State();
        foreach (PayloadExtent extent in map.Extents)
        {
            state.Append(content.AsSpan((int)extent.Offset, (int)extent.Length));
        }

        return $"{map.Format} {map.Key} {map.PayloadBytes} {state.GetDigest()}";
    }

    /// <summary>The same of a file.</summary>
    public static string Of(string path, MediaPolicy policy = MediaPolicy.Strict) =>
        Of(File.ReadAllBytes(path), policy);
}
