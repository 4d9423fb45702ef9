using Doppel.Media;

namespace Doppel.Acting;

/// <summary>Divides a file into payload and other bytes.</summary>
internal static class RecipeRuns
{
    /// <summary>Returns the runs of a file, from start to end.</summary>
    /// <param name="extents">The payload, in any order. Bytes in two extents count once.</param>
    /// <param name="fileBytes">The size of the file in bytes.</param>
    /// <param name="keptBytes">The number of bytes outside the payload.</param>
    internal static RecipeRun[] Of(IReadOnlyList<PayloadExtent> extents, long fileBytes, out long keptBytes)
    {
        long[] offsets = new long[extents.Count];
        int[] order = new int[extents.Count];
        long[] starts = new long[extents.Count];
        long sum = 0;
        for (int i = 0; i < offsets.Length; i++)
        {
            (offsets[i], order[i], starts[i]) = (extents[i].Offset, i, sum);
            sum += extents[i].Length;
        }

        // The tracks of a video are consecutive in the payload but interleaved in the file.
        Array.Sort(offsets, order);
        var runs = new List<RecipeRun>();
        long at = 0;
        keptBytes = 0;
        foreach (int index in order)
        {
            PayloadExtent extent = extents[index];
            long end = Math.Min(extent.Offset + extent.Length, fileBytes);
            if (end <= at)
            {
                continue;
            }

            if (extent.Offset > at)
            {
                keptBytes += extent.Offset - at;
                runs.Add(new RecipeRun(extent.Offset - at, -1));
                at = extent.Offset;
            }

            runs.Add(new RecipeRun(end - at, starts[index] + (at - extent.Offset)));
            at = end;
        }

        if (at < fileBytes)
        {
            keptBytes += fileBytes - at;
            runs.Add(new RecipeRun(fileBytes - at, -1));
        }

        return [.. runs];
    }
}
