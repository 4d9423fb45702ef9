namespace Doppel.Media;

/// <summary>Chunks with tags that some programs append to RIFF and AIFF without counting them.</summary>
internal static class AppendedChunks
{
    private const int HeaderBytes = 8;
    private const int ChunksMax = 64;

    /// <summary>Returns whether everything from an offset on is chunks of some kinds.</summary>
    /// <param name="file">The file.</param>
    /// <param name="at">The offset.</param>
    /// <param name="kinds">The IDs of the chunks.</param>
    /// <param name="number">Reads an ID or a length at an offset.</param>
    internal static bool Fill(HeaderReader file, long at, uint[] kinds, Func<long, uint> number)
    {
        int chunks = 0;
        for (; at + HeaderBytes <= file.Length && chunks < ChunksMax; chunks++)
        {
            long end = at + HeaderBytes + number(at + 4);
            if (!kinds.Contains(number(at)) || end > file.Length)
            {
                return false;
            }

            at = end + (end - at & 1);
        }

        // The last one may lack its padding.
        return chunks > 0 && at >= file.Length;
    }
}
