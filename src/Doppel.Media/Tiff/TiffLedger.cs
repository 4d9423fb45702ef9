namespace Doppel.Media;

/// <summary>
/// Counts the bytes of a file that are known to be referenced, and tracks the end of the last of them.
/// </summary>
internal sealed class TiffLedger
{
    /// <summary>Gets the offset at which the known data ends.</summary>
    internal long End { get; private set; }

    /// <summary>Gets the number of known bytes. Bytes shared by two entries are counted twice.</summary>
    internal long Bytes { get; private set; }

    /// <summary>Gets or sets whether the file contains maker's data that may refer to any offset.</summary>
    internal bool HasPrivate { get; set; }

    /// <summary>Adds a range.</summary>
    /// <exception cref="NotComparableException">The range is not within the file.</exception>
    internal void Add(HeaderReader file, long offset, long bytes)
    {
        if (bytes == 0)
        {
            return;
        }

        if (!file.Has(offset, bytes))
        {
            NotComparableException.Throw("part of it lies behind its end");
        }

        End = Math.Max(End, offset + bytes);

        // Capped, because bytes counted twice can make the sum meaningless.
        Bytes = Math.Min(Bytes + bytes, file.Length);
    }
}
