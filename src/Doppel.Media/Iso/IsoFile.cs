namespace Doppel.Media;

/// <summary>The outermost boxes of a file, passed once.</summary>
internal sealed class IsoFile
{
    private const int BoxesMax = 100_000;

    // What lies in mdat counts where something refers to it.
    private static readonly uint[] s_known =
    [
        IsoBox.TypeOf("ftyp"u8), IsoBox.TypeOf("mdat"u8), IsoBox.TypeOf("free"u8), IsoBox.TypeOf("skip"u8),
        IsoBox.TypeOf("wide"u8), IsoBox.TypeOf("moof"u8), IsoBox.TypeOf("sidx"u8), IsoBox.TypeOf("mfra"u8),
        IsoBox.TypeOf("styp"u8), IsoBox.TypeOf("pdin"u8),
    ];

    private readonly HeaderReader _file;

    /// <summary>Passes them.</summary>
    /// <exception cref="NotComparableException">One is longer than the file, or they are too many.</exception>
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

    /// <summary>The boxes in their order.</summary>
    internal List<IsoBox> Boxes { get; } = [];

    /// <summary>Where the last one ends.</summary>
    internal long End { get; }

    /// <summary>The first box of a type; one of type 0 where there is none.</summary>
    internal IsoBox Find(ReadOnlySpan<byte> type)
    {
        uint wanted = IsoBox.TypeOf(type);
        return Boxes.Find(box => box.Type == wanted);
    }

    /// <summary>Takes in boxes that nobody knows, such as the film of a photo that moves, and what follows.</summary>
    /// <param name="payload">Where to.</param>
    /// <param name="isKnown">Tells which boxes were taken in already, or are tags.</param>
    internal void AddOthers(PayloadBuilder payload, Func<IsoBox, bool> isKnown)
    {
        foreach (IsoBox box in Boxes)
        {
            if (!s_known.Contains(box.Type) && !isKnown(box))
            {
                payload.AddKey(box.Type);
                payload.AddKey(box.Bytes);
                payload.AddBehind(box.Start, box.Bytes, "another box");
            }
        }

        payload.AddKey(_file.Length - End);
        payload.AddBehind(End, _file.Length - End, "what follows");
    }
}
