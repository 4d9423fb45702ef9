namespace Doppel.Media;

/// <summary>Which bytes of a file something is known to point to: how many, and where the last of them is.</summary>
internal sealed class TiffLedger
{
    /// <summary>Where what is known ends.</summary>
    internal long End { get; private set; }

    /// <summary>Bytes that are known; what two entries share counts twice.</summary>
    internal long Bytes { get; private set; }

    /// <summary>Whether a maker's own data stands here, which may point anywhere.</summary>
    internal bool HasPrivate { get; set; }

    /// <summary>Takes in a run of bytes.</summary>
    /// <exception cref="NotComparableException">It does not lie within the file.</exception>
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

        // What is counted twice stops growing where the sum means nothing any more.
        Bytes = Math.Min(Bytes + bytes, file.Length);
    }
}
