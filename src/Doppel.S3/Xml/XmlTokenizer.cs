using System.Buffers;
using System.Text.Unicode;

namespace Doppel.S3;

/// <summary>Splits a complete UTF-8 XML document into tokens. Strict; allocates nothing.</summary>
/// <remarks>
/// Anything that is not well-formed is an error, wherever it occurs, and so is a DTD. Two kinds of errors are not
/// detected, because they cannot change a value: namespace errors, and non-ASCII characters that names must not
/// contain.
/// </remarks>
internal ref partial struct XmlTokenizer
{
    /// <summary>The maximum nesting depth of elements.</summary>
    internal const int DepthMax = 64;

    // Tab, LF and CR are the only control characters allowed in a document.
    private static readonly SearchValues<byte> s_forbidden = SearchValues.Create(
        [.. Enumerable.Range(0, ' ').Select(value => (byte)value).Except("\t\n\r"u8.ToArray())]);

    private readonly ReadOnlySpan<byte> _document;
    private readonly Span<Range> _open;
    private int _at;
    private bool _sawRoot;
    private bool _endsItself;

    /// <summary>Starts reading a document.</summary>
    /// <param name="document">The complete document.</param>
    /// <param name="open">A buffer for <see cref="DepthMax"/> names.</param>
    internal XmlTokenizer(ReadOnlySpan<byte> document, Span<Range> open)
    {
        _document = document;
        _open = open;
        CheckCharacters(document);
        if (document.StartsWith("\uFEFF"u8))
        {
            _at = 3;
        }

        if (IsNext("<?xml"u8) && (_at + 5 == document.Length || IsBlank(document[_at + 5])))
        {
            ReadDeclaration();
        }
    }

    /// <summary>The kind of the current token.</summary>
    internal XmlTokenKind Kind { get; private set; }

    /// <summary>
    /// For the start or end of an element, its name without prefix. For text, the raw bytes in the document.
    /// </summary>
    internal ReadOnlySpan<byte> Value { get; private set; }

    /// <summary>The byte offset of the value in the document.</summary>
    internal int Offset { get; private set; }

    /// <summary>
    /// The number of open elements. At a start token, the element is included; at its end token, it is not.
    /// </summary>
    internal int Depth { get; private set; }

    private readonly bool AtEnd => _at >= _document.Length;

    private readonly byte Next
    {
        get
        {
            if (AtEnd)
            {
                XmlErrors.Cut(_at);
            }

            return _document[_at];
        }
    }

    /// <summary>Advances to the next token.</summary>
    /// <returns>False when the whole document has been read without an error.</returns>
    internal bool Read()
    {
        if (_endsItself)
        {
            _endsItself = false;
            Depth--;
            return Found(XmlTokenKind.End, Value, Offset);
        }

        while (!AtEnd)
        {
            bool isToken = _document[_at] == '<' ? ReadMarkup() : ReadText();
            if (isToken)
            {
                return true;
            }
        }

        if (Depth > 0 || !_sawRoot)
        {
            XmlErrors.Cut(_at);
        }

        Found(XmlTokenKind.None, default, _at);
        return false;
    }

    private static bool IsBlank(byte c) => c is (byte)' ' or (byte)'\t' or (byte)'\n' or (byte)'\r';

    private static void CheckCharacters(ReadOnlySpan<byte> document)
    {
        if (!Utf8.IsValid(document))
        {
            XmlErrors.Malformed("The answer is not UTF-8.", 0);
        }

        int control = document.IndexOfAny(s_forbidden);
        if (control >= 0)
        {
            XmlErrors.Malformed("There is a control character.", control);
        }

        // Both characters start with this byte in UTF-8, which few documents contain.
        bool mayHave = document.Contains((byte)0xEF);
        if (mayHave && (document.IndexOf("\uFFFE"u8) >= 0 || document.IndexOf("\uFFFF"u8) >= 0))
        {
            XmlErrors.Malformed("There is U+FFFE or U+FFFF.", 0);
        }
    }

    private bool ReadText()
    {
        int start = _at;
        int length = _document.Slice(start).IndexOf((byte)'<');
        ReadOnlySpan<byte> text = length < 0 ? _document.Slice(start) : _document.Slice(start, length);
        _at += text.Length;
        if (Depth == 0)
        {
            if (text.ContainsAnyExcept(" \t\n\r"u8))
            {
                XmlErrors.Malformed("There is text outside of the root element.", start);
            }

            return false;
        }

        if (text.IndexOfAny((byte)'&', (byte)']') >= 0)
        {
            XmlText.Check(text, start);
            if (text.IndexOf("]]>"u8) >= 0)
            {
                XmlErrors.Malformed("]]> stands in text.", start);
            }
        }

        return Found(XmlTokenKind.Text, text, start);
    }

    // Reads markup that starts with '<'. Returns false for comments and processing instructions, which are not tokens.
    private bool ReadMarkup()
    {
        byte second = _at + 1 < _document.Length ? _document[_at + 1] : (byte)0;
        return second switch
        {
            (byte)'/' => ReadEnd(),
            (byte)'!' => ReadDeclared(),
            (byte)'?' => SkipInstruction(),
            _ => ReadStart(),
        };
    }

    private bool ReadDeclared()
    {
        if (IsNext("<!--"u8))
        {
            return SkipComment();
        }

        if (!IsNext("<![CDATA["u8))
        {
            XmlErrors.Malformed("There is a DTD or a declaration, or the answer is cut off in one.", _at);
        }

        return ReadCharacterData();
    }

    private bool ReadStart()
    {
        int start = _at;
        if (Depth == 0 && _sawRoot)
        {
            XmlErrors.Malformed("There is a second root element.", start);
        }

        if (Depth == DepthMax)
        {
            XmlErrors.Malformed($"Elements are more than {DepthMax} deep.", start);
        }

        _at++;
        Range name = ReadName();
        _sawRoot = true;
        _open[Depth++] = name;
        if (Next != '>')
        {
            ReadAttributes();
        }

        if (Next == '/')
        {
            _at++;
            _endsItself = true;
        }

        Expect(">"u8);
        return Found(XmlTokenKind.Start, XmlName.Local(_document[name]), start);
    }

    private bool ReadEnd()
    {
        int start = _at;
        _at += 2;
        Range name = ReadName();
        if (Next != '>')
        {
            SkipBlanks();
        }

        Expect(">"u8);
        if (Depth == 0 || !_document[name].SequenceEqual(_document[_open[Depth - 1]]))
        {
            XmlErrors.Malformed("An element ends that is not the one that is open.", start);
        }

        Depth--;
        return Found(XmlTokenKind.End, XmlName.Local(_document[name]), start);
    }

    private bool ReadCharacterData()
    {
        if (Depth == 0)
        {
            XmlErrors.Malformed("There is text outside of the root element.", _at);
        }

        int start = _at + "<![CDATA["u8.Length;
        int end = Find("]]>"u8, start);
        _at = end + 3;
        return Found(XmlTokenKind.CharacterData, _document.Slice(start, end - start), start);
    }

    private bool SkipComment()
    {
        int end = Find("--"u8, _at + 4);
        _at = end + 2;
        if (Next != '>')
        {
            XmlErrors.Malformed("Two hyphens stand in a comment.", end);
        }

        _at++;
        return false;
    }

    private bool SkipInstruction()
    {
        int start = _at;
        _at += 2;
        ReadOnlySpan<byte> target = _document[ReadName()];
        bool isXml = System.Text.Ascii.EqualsIgnoreCase(target, "xml"u8);
        if (isXml || target.Contains((byte)':') || (!IsBlank(Next) && Next != '?'))
        {
            XmlErrors.Malformed("A processing instruction has a wrong name.", start);
        }

        if (!IsBlank(Next))
        {
            Expect("?>"u8);
            return false;
        }

        _at = Find("?>"u8, _at) + 2;
        return false;
    }

    private Range ReadName()
    {
        int start = _at;
        int length = XmlName.LengthAt(_document.Slice(start));
        if (length == 0)
        {
            XmlErrors.Malformed("A name is missing or wrong, or the answer is cut off in it.", start);
        }

        _at += length;
        return new Range(start, _at);
    }

    private bool SkipBlanks()
    {
        int start = _at;
        while (!AtEnd && IsBlank(_document[_at]))
        {
            _at++;
        }

        return _at > start;
    }

    private void Expect(ReadOnlySpan<byte> wanted)
    {
        if (!IsNext(wanted))
        {
            XmlErrors.Malformed("A tag is malformed or cut off.", _at);
        }

        _at += wanted.Length;
    }

    private readonly bool IsNext(ReadOnlySpan<byte> wanted) => _document.Slice(_at).StartsWith(wanted);

    private readonly int Find(ReadOnlySpan<byte> wanted, int from)
    {
        int at = _document.Slice(from).IndexOf(wanted);
        if (at < 0)
        {
            XmlErrors.Cut(_document.Length);
        }

        return from + at;
    }

    private bool Found(XmlTokenKind kind, ReadOnlySpan<byte> value, int offset)
    {
        Kind = kind;
        Value = value;
        Offset = offset;
        return true;
    }
}

/// <summary>The kinds of tokens that a tokenizer returns.</summary>
internal enum XmlTokenKind
{
    /// <summary>There is no token: before the first one and after the last.</summary>
    None,

    /// <summary>The start of an element.</summary>
    Start,

    /// <summary>The end of an element. For an element like <c>&lt;a/&gt;</c>, it directly follows the start.</summary>
    End,

    /// <summary>Text that may contain references.</summary>
    Text,

    /// <summary>Literal text, from a CDATA section.</summary>
    CharacterData,
}
