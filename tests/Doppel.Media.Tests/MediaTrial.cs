namespace Doppel.Media.Tests;

/// <summary>Does with a file all that can be done, and fails where a promise is broken.</summary>
/// <remarks>
/// No exception escapes, nothing outside of the file is read (<see cref="MemorySource"/>), reading and memory are
/// bounded by the file's length, and what is told in the three depths fits together.
/// </remarks>
internal sealed class MediaTrial
{
    private const int SomeBytes = 1_000_000;
    private const int MapTimesRead = 4;

    // What HeaderReader allows at most; tags may lead to the same bytes again and again.
    private const int TagTimesRead = 64;
    private const int TagBytesRead = 40_000_000;

    // A list of extents or parts doubles as it grows, and is copied once.
    private const int ExtentBytes = 4 * 16;
    private const int PartBytes = 4 * 24;
    private const int TagBytesAllocated = 32_000_000;
    private const int TagTimesAllocated = 64;

    private readonly MediaMapper _mapper = new();

    /// <summary>Tries a file.</summary>
    /// <param name="content">The file.</param>
    /// <param name="policy">What counts.</param>
    /// <param name="name">What a failure calls it.</param>
    public void Run(byte[] content, MediaPolicy policy, string name)
    {
        MediaResult whole = Map(content, policy, MapDepth.Whole, name);
        MediaResult parts = Map(content, policy, MapDepth.Parts, name);
        MediaResult glance = Map(content, policy, MapDepth.Glance, name);
        Check(whole.Reason == parts.Reason && whole.Format == parts.Format, name, "parts are found as the whole is");
        if (whole.Map is { } map)
        {
            CheckExtents(content, map, name);
            CheckParts(parts.Map!, map, name);
            CheckGlance(glance, map, name);
        }

        ReadTags(content, name);
    }

    private MediaResult Map(byte[] content, MediaPolicy policy, MapDepth depth, string name)
    {
        var source = new MemorySource(content);
        long before = GC.GetAllocatedBytesForCurrentThread();
        MediaResult result = _mapper.Map(source, policy, depth);
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        long extents = result.Map?.Extents.Count ?? content.Length;
        long parts = depth == MapDepth.Parts ? result.Map?.Parts.Count ?? content.Length : 0;
        long allowed = SomeBytes + (ExtentBytes * extents) + (PartBytes * parts);
        if (allocated > allowed)
        {
            Assert.Fail($"{name}, {depth}: {allocated} bytes allocated, {allowed} allowed");
        }

        if (source.BytesRead > ((long)MapTimesRead * content.Length) + SomeBytes)
        {
            Assert.Fail($"{name}, {depth}: {source.BytesRead} of {content.Length} bytes read");
        }

        Check(result.Map is null || result.Format == result.Map.Format, name, "the format is the map's");
        Check(
            result.Map is not null ? result.Reason.Length == 0 : result.Format is null || result.Reason.Length > 0,
            name, "what has no payload has a reason, or is no media");
        return result;
    }

    private static void CheckExtents(byte[] content, MediaMap map, string name)
    {
        long bytes = 0;
        foreach (PayloadExtent extent in map.Extents)
        {
            Check(
                extent.Length > 0 && extent.Offset >= 0 && extent.Offset <= content.Length - extent.Length, name,
                "extents lie within the file");
            bytes += extent.Length;
        }

        Check(map.IsWhole && bytes == map.PayloadBytes && bytes > 0 && bytes <= content.Length, name, "sizes are told");
    }

    private static void CheckParts(MediaMap parts, MediaMap map, string name)
    {
        Check(parts.Key == map.Key && parts.Extents.SequenceEqual(map.Extents), name, "parts change nothing");
        List<PayloadExtent> joined = [];
        foreach (PayloadPart part in parts.Parts)
        {
            Check(part.Meaning.Length > 0, name, "a part is told");
            if (joined.Count > 0 && joined[^1].Offset + joined[^1].Length == part.Offset)
            {
                joined[^1] = joined[^1] with { Length = joined[^1].Length + part.Length };
            }
            else
            {
                joined.Add(new PayloadExtent(part.Offset, part.Length));
            }
        }

        Check(joined.SequenceEqual(map.Extents), name, "parts are the payload");
    }

    private static void CheckGlance(MediaResult glance, MediaMap map, string name)
    {
        Check(glance.Map is not null, name, "what is comparable can be glanced at");
        if (glance.Map!.IsWhole)
        {
            Check(
                glance.Map.Key == map.Key && glance.Map.Extents.SequenceEqual(map.Extents), name,
                "a glance that is whole is the whole");
            return;
        }

        IReadOnlyList<PayloadExtent> seen = glance.Map.Extents;
        Check(glance.Map.PayloadBytes is >= MediaMap.GlanceBytes, name, "a glance sees so many bytes");
        Check(seen.Count <= map.Extents.Count, name, "a glance sees the beginning");
        for (int i = 0; i < seen.Count; i++)
        {
            bool isLast = i == seen.Count - 1;
            Check(
                seen[i].Offset == map.Extents[i].Offset
                    && (isLast ? seen[i].Length <= map.Extents[i].Length : seen[i] == map.Extents[i]),
                name, "a glance sees the beginning");
        }
    }

    private void ReadTags(byte[] content, string name)
    {
        var source = new MemorySource(content);
        long before = GC.GetAllocatedBytesForCurrentThread();
        MediaTags tags = _mapper.ReadTags(source);
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        long allowed = TagBytesAllocated + ((long)TagTimesAllocated * content.Length);
        if (allocated > allowed)
        {
            Assert.Fail($"{name}, tags: {allocated} bytes allocated, {allowed} allowed");
        }

        if (source.BytesRead > ((long)TagTimesRead * content.Length) + TagBytesRead)
        {
            Assert.Fail($"{name}, tags: {source.BytesRead} of {content.Length} bytes read");
        }

        foreach (MediaTag tag in tags.All)
        {
            Check(tag.Name.Length > 0 && tag.Value.Length is > 0 and < 5000, name, "tags are text");
        }
    }

    private static void Check(bool holds, string name, string law)
    {
        if (!holds)
        {
            Assert.Fail($"{name}: {law}");
        }
    }
}
