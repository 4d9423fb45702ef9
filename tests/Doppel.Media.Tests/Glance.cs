using Doppel.Hashing;

namespace Doppel.Media.Tests;

/// <summary>What a glance at a file tells.</summary>
internal static class Glance
{
    /// <summary>Twins have equal glances; no more than 64 KiB of a file are read for one.</summary>
    public static string Of(byte[] content, MediaPolicy policy = MediaPolicy.Strict)
    {
        var source = new MemorySource(content);
        MediaResult result = new MediaMapper().Map(source, policy, MapDepth.Glance);
        Assert.InRange(source.BytesRead, 0, 64 * 1024);
        if (result.Map is not { } map)
        {
            return result.Reason;
        }

        var state = new Xxh3State();
        foreach (PayloadExtent extent in map.Extents)
        {
            state.Append(content.AsSpan((int)extent.Offset, (int)extent.Length));
        }

        return $"{map.Format} {map.Key} {map.PayloadBytes} {state.GetDigest()} {map.IsWhole}";
    }
}
