namespace Doppel.Media;

/// <summary>One entry of a directory.</summary>
/// <param name="Tag">What it tells.</param>
/// <param name="Type">The type of its values.</param>
/// <param name="Count">How many values, 0 or more.</param>
/// <param name="At">Where they stand, within the file where the type is known.</param>
internal readonly record struct TiffEntry(int Tag, int Type, long Count, long At)
{
    /// <summary>Bytes of one value; 0 where the type is not known.</summary>
    internal int ValueBytes => BytesOf(Type);

    /// <summary>Bytes of all values.</summary>
    internal long Bytes => Count * ValueBytes;

    /// <summary>Bytes of one value of a type; 0 where it is not known.</summary>
    internal static int BytesOf(int type) => type switch
    {
        1 or 2 or 6 or 7 => 1, // BYTE, ASCII, SBYTE, UNDEFINED
        3 or 8 => 2, // SHORT, SSHORT
        4 or 9 or 11 or 13 => 4, // LONG, SLONG, FLOAT, IFD
        5 or 10 or 12 or 16 or 17 or 18 => 8, // RATIONAL, SRATIONAL, DOUBLE, LONG8, SLONG8, IFD8
        _ => 0,
    };

    /// <summary>Whether the values are numbers that can tell a place or a count.</summary>
    internal bool IsWhole => Type is 1 or 3 or 4 or 13 or 16 or 18;
}
