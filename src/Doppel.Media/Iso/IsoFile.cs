namespace Doppel.Media;

/// <summary>The top-level boxes of a file, read once.</summary>
internal sealed class IsoFile
{
    private const int BoxesMax = 100_000;

    // The contents of mdat count only where something refers to them.
    private static readonly uint[] s_known =
    [
        IsoBox.TypeOf("ftyp"u8), IsoBox.TypeOf("mdat"u8), IsoBox.TypeOf("free"u8), IsoBox.TypeOf("skip"u8),
        IsoBox.TypeOf("wide"u8), IsoBox.TypeOf("moof"u8), IsoBox.TypeOf("sidx"u8), IsoBox.TypeOf("mfra"u8),
        IsoBox.TypeOf("styp"u8), IsoBox.TypeOf("pdin"u8),
    ];

    private readonly HeaderReader _file;

    /// <summary>Reads the headers of the top-level boxes.</summary>
    /// <exception cref="NotComparableException">A box is longer than the file, or there are too many.</exception>
    internal IsoFile(HeaderReader file)
    {
        _file = file;
        long at = 0;
        while (IsoBox.TryNext(file, ref at, file.Length, out IsoBox box))
        {
            Boxes.Add(box);
            if (Boxes.Count > BoxesMax)
            {
                NotComparableException.Throw("it has too many boxes");
            }
        }

        End = at;
    }

    /// <summary>Gets the boxes, in order.</summary>
    internal List<IsoBox> Boxes { get; } = [];

    /// <summary>Gets the offset at which the last box ends.</summary>
    internal long End { get; }

    /// <summary>Returns the first box of a type, or one of type 0 if there is none.</summary>
    internal IsoBox Find(ReadOnlySpan<byte> type)
    {
        uint wanted = IsoBox.TypeOf(type);
        return Boxes.Find(box => box.Type == wanted);
    }

    /// <summary>
    /// Adds unknown boxes, such as the video of a motion photo, in whatever order they are, and the data after the last
    /// box.
    /// </summary>
    /// <param name="payload">Receives the boxes.</param>
    /// <param name="isKnown">Returns whether a box has already been added or is a tag.</param>
    internal void AddOthers(PayloadBuilder payload, Func<IsoBox, bool> isKnown)
    {
        // Programs that change tags may move such boxes. Those of one type and length stay in their order.
        foreach (IsoBox box in Boxes.Where(box => !s_known.Contains(box.Type) && !isKnown(box))
            .OrderBy(static box => box.Type).ThenBy(static box => box.Bytes))
        {
            payload.AddKey(box.Type);
            payload.AddKey(box.Bytes);
            payload.AddBehind(box.Start, box.Bytes, "another box");
        }

        payload.AddKey(_file.Length - End);
        payload.AddBehind(End, _file.Length - End, "what follows");
    }
}
