namespace Doppel.Media;

/// <summary>One entry of a directory.</summary>
/// <param name="Tag">The tag number.</param>
/// <param name="Type">The type of the values.</param>
/// <param name="Count">The number of values, 0 or more.</param>
/// <param name="At">The offset of the values. It is within the file if the type is known.</param>
internal readonly record struct TiffEntry(int Tag, int Type, long Count, long At)
{
    /// <summary>Gets the size of one value in bytes, or 0 if the type is unknown.</summary>
    internal int ValueBytes => BytesOf(Type);

    /// <summary>Gets the size of all values in bytes.</summary>
    internal long Bytes => Count * ValueBytes;

    /// <summary>Returns the size in bytes of one value of a type, or 0 if the type is unknown.</summary>
    internal static int BytesOf(int type) => type switch
    {
        1 or 2 or 6 or 7 => 1, // BYTE, ASCII, SBYTE, UNDEFINED
        3 or 8 => 2, // SHORT, SSHORT
        4 or 9 or 11 or 13 => 4, // LONG, SLONG, FLOAT, IFD
        5 or 10 or 12 or 16 or 17 or 18 => 8, // RATIONAL, SRATIONAL, DOUBLE, LONG8, SLONG8, IFD8
        _ => 0,
    };

    /// <summary>Gets whether the values are unsigned integers, which can be an offset or a count.</summary>
    internal bool IsWhole => Type is 1 or 3 or 4 or 13 or 16 or 18;
}
