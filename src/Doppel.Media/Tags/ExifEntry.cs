namespace Doppel.Media;

/// <summary>One entry of a TIFF directory: a tag number and values of one type.</summary>
/// <param name="Tag">The tag number.</param>
/// <param name="Type">The type of the values, 1 to 12 as defined by TIFF 6.0.</param>
/// <param name="Values">The bytes of the values.</param>
/// <param name="IsBigEndian">Whether the values are big-endian.</param>
internal readonly record struct ExifEntry(int Tag, int Type, TagSlice Values, bool IsBigEndian)
{
    /// <summary>Gets the size in bytes of one value of each type, or 0 if the type is unknown.</summary>
    private static ReadOnlySpan<byte> TypeBytes => [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

    /// <summary>Gets the number of values.</summary>
    internal long Count => Size == 0 ? 0 : Values.Bytes / Size;

    /// <summary>Gets whether the values are text.</summary>
    internal bool IsText => Type == 2;

    /// <summary>Gets whether the values are bytes whose meaning depends on the tag.</summary>
    internal bool IsBytes => Type is 1 or 6 or 7;

    private int Size => Type < TypeBytes.Length ? TypeBytes[Type] : 0;

    /// <summary>Reads an entry.</summary>
    /// <param name="header">The bytes that offsets may refer to.</param>
    /// <param name="isBigEndian">Whether the directory is big-endian.</param>
    /// <param name="at">The offset of the entry.</param>
    internal static ExifEntry Read(TagSlice header, bool isBigEndian, long at)
    {
        var none = new ExifEntry(0, 0, header, isBigEndian);
        int tag = (int)none.Get(at, 2);
        int type = (int)none.Get(at + 2, 2);
        long bytes = none.Get(at + 4, 4) * (type < TypeBytes.Length ? TypeBytes[type] : 0);
        return new ExifEntry(tag, type, header.Part(bytes <= 4 ? at + 8 : none.Get(at + 8, 4), bytes), isBigEndian);
    }

    /// <summary>Returns one value as an integer, or 0 if the index is out of range.</summary>
    internal long Number(long index) => index >= Count ? 0 : Type switch
    {
        6 => (sbyte)Get(index, 1),
        8 => (short)Get(index * 2, 2),
        9 => (int)Get(index * 4, 4),
        5 or 10 or 11 or 12 => (long)Math.Clamp(Fraction(index), long.MinValue / 2, long.MaxValue / 2),
        _ => Get(index * Size, Size),
    };

    /// <summary>Returns one value as a floating-point number, or NaN if the index is out of range.</summary>
    internal double Fraction(long index) => index >= Count ? double.NaN : Type switch
    {
        5 => (double)Get(index * 8, 4) / Get((index * 8) + 4, 4),
        10 => (double)(int)Get(index * 8, 4) / (int)Get((index * 8) + 4, 4),
        11 => BitConverter.Int32BitsToSingle((int)Get(index * 4, 4)),
        12 => BitConverter.Int64BitsToDouble(Get(index * 8, 8)),
        _ => Number(index),
    };

    /// <summary>Returns the text up to the first NUL, all values, or a description if there are more than 16.</summary>
    internal string Text()
    {
        const int ShownMax = 16;
        const double Short = 0.25; // seconds; shorter exposures are conventionally written as a fraction
        if (IsText)
        {
            return TagText.UpToNul(Values.Text());
        }

        if (Size == 0 || Count > ShownMax)
        {
            return Values.Describe();
        }

        string text = IsBytes && Count > 1 ? Values.Text() : "";
        if (text.Length > 0 && TagText.IsReadable(text))
        {
            return text;
        }

        string[] all = new string[Count];
        for (int i = 0; i < all.Length; i++)
        {
            double value = Type is 5 or 10 or 11 or 12 ? Fraction(i) : double.NaN;
            all[i] = value switch
            {
                _ when !double.IsFinite(value) => TagText.Number(Number(i)),
                > 0 and <= Short => $"1/{TagText.Number(Math.Round(1 / value, 1))}",
                _ => TagText.Number(value),
            };
        }

        return string.Join(' ', all);
    }

    private long Get(long at, int bytes) => IsBigEndian ? Values.BigEndian(at, bytes) : Values.LittleEndian(at, bytes);
}
