using System.Runtime.CompilerServices;

namespace Doppel.S3;

/// <content>Attributes of elements and of the XML declaration.</content>
internal ref partial struct XmlTokenizer
{
    private const int AttributesMax = 32;

    private static bool IsYesOrNo(ReadOnlySpan<byte> value) =>
        value.SequenceEqual("yes"u8) || value.SequenceEqual("no"u8);

    // <?xml version="1.0" encoding="UTF-8" standalone="yes"?>, of which only the version is required.
    private void ReadDeclaration()
    {
        int start = _at;
        _at += 5;
        int step = 0;
        while (true)
        {
            bool sawBlank = SkipBlanks();
            if (Next == '?')
            {
                break;
            }

            ReadOnlySpan<byte> name = _document[ReadName()];
            ReadOnlySpan<byte> value = _document[ReadAttributeValue()];
            int known = 0;
            if (name.SequenceEqual("version"u8) && value.SequenceEqual("1.0"u8))
            {
                known = 1;
            }
            else if (name.SequenceEqual("encoding"u8) && System.Text.Ascii.EqualsIgnoreCase(value, "utf-8"u8))
            {
                known = 2;
            }
            else if (name.SequenceEqual("standalone"u8) && IsYesOrNo(value))
            {
                known = 3;
            }

            if (!sawBlank || known <= step || (step == 0 && known != 1))
            {
                XmlErrors.Malformed("The XML declaration is none of version 1.0 in UTF-8.", start);
            }

            step = known;
        }

        if (step == 0)
        {
            XmlErrors.Malformed("The XML declaration has no version.", start);
        }

        Expect("?>"u8);
    }

    // Reads up to the end of the tag.
    [SkipLocalsInit]
    private void ReadAttributes()
    {
        Span<Range> names = stackalloc Range[AttributesMax];
        for (int count = 0; ; count++)
        {
            bool sawBlank = SkipBlanks();
            if (Next is (byte)'/' or (byte)'>')
            {
                return;
            }

            int start = _at;
            if (!sawBlank || count == AttributesMax)
            {
                XmlErrors.Malformed($"Attributes are not apart, or more than {AttributesMax}.", start);
            }

            names[count] = ReadName();
            Range value = ReadAttributeValue();
            XmlText.Check(_document[value], value.Start.Value);
            if (_document[value].Contains((byte)'<'))
            {
                XmlErrors.Malformed("A < stands in an attribute.", start);
            }

            for (int i = 0; i < count; i++)
            {
                if (_document[names[i]].SequenceEqual(_document[names[count]]))
                {
                    XmlErrors.Malformed("An element has an attribute twice.", start);
                }
            }
        }
    }

    // Reads what follows the name: an equals sign and a quoted value.
    private Range ReadAttributeValue()
    {
        SkipBlanks();
        Expect("="u8);
        SkipBlanks();
        byte quote = Next;
        if (quote is not ((byte)'"' or (byte)'\''))
        {
            XmlErrors.Malformed("An attribute has no quotes.", _at);
        }

        int start = _at + 1;
        int length = _document.Slice(start).IndexOf(quote);
        if (length < 0)
        {
            XmlErrors.Cut(_document.Length);
        }

        _at = start + length + 1;
        return new Range(start, start + length);
    }
}
