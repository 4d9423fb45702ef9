using System.Globalization;
using System.Text;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>
/// Enumerates the elements at one depth of a document, usually the children of its root, and the fields of each, as in
/// all listings. Allocates only the strings that are requested.
/// </summary>
/// <remarks>Dispose it after reading. After an exception, rented memory is not returned.</remarks>
internal ref struct XmlRows
{
    /// <summary>The buffer size that suffices for most texts.</summary>
    internal const int TextBytes = 1024;

    private readonly int _rowDepth;
    private XmlTokenizer _tokens;
    private Utf8Builder _text;
    private bool _isInRow;
    private int _depth;

    /// <summary>Starts reading a document.</summary>
    /// <param name="document">The complete document.</param>
    /// <param name="open">A buffer for <see cref="XmlTokenizer.DepthMax"/> names.</param>
    /// <param name="text">A buffer for texts. Longer texts use rented memory.</param>
    /// <param name="root">The required name of the root element.</param>
    /// <param name="rowDepth">The depth of the rows: 2 for the children of the root.</param>
    /// <exception cref="S3XmlException">The document is malformed or has another root element.</exception>
    internal XmlRows(
        ReadOnlySpan<byte> document, Span<Range> open, Span<byte> text, scoped ReadOnlySpan<byte> root,
        int rowDepth = 2)
    {
        _text = new Utf8Builder(text);
        _rowDepth = rowDepth;
        _tokens = new XmlTokenizer(document, open);
        if (!_tokens.Read() || _tokens.Kind != XmlTokenKind.Start || !_tokens.Value.SequenceEqual(root))
        {
            throw new S3XmlException($"The answer is no {Encoding.UTF8.GetString(root)}.");
        }
    }

    /// <summary>The name of the current row or field.</summary>
    internal ReadOnlySpan<byte> Name { get; private set; }

    /// <summary>Returns rented memory to its pool.</summary>
    internal void Dispose() => _text.Dispose();

    /// <summary>Advances to the next row and skips the rest of the current one.</summary>
    /// <returns>False when the whole document has been read without an error.</returns>
    internal bool NextRow()
    {
        while (_tokens.Read())
        {
            if (_tokens.Kind == XmlTokenKind.Start && _tokens.Depth == _rowDepth)
            {
                Name = _tokens.Value;
                _isInRow = true;
                _depth = _rowDepth;
                return true;
            }
        }

        return false;
    }

    /// <summary>Advances to the next field of the row.</summary>
    /// <returns>False at the end of the row.</returns>
    internal bool NextField()
    {
        while (_isInRow && _tokens.Read())
        {
            if (_tokens.Kind == XmlTokenKind.Start && _tokens.Depth == _rowDepth + 1)
            {
                Name = _tokens.Value;
                _depth = _rowDepth + 1;
                return true;
            }

            _isInRow = _tokens.Depth >= _rowDepth;
        }

        return false;
    }

    /// <summary>Returns the decoded text of the current element, which is valid until the next one is read.</summary>
    internal ReadOnlySpan<byte> Bytes()
    {
        _text.Clear();
        while (NextPiece())
        {
            if (_tokens.Kind == XmlTokenKind.Text)
            {
                XmlText.AppendText(_tokens.Value, _tokens.Offset, ref _text);
            }
            else
            {
                XmlText.AppendLines(_tokens.Value, ref _text);
            }
        }

        return _text.AsSpan();
    }

    /// <summary>Returns the text of the current element as a string.</summary>
    internal string Text() => Encoding.UTF8.GetString(Bytes());

    /// <summary>Returns the number in the current element, 0 or greater.</summary>
    /// <exception cref="S3XmlException">The text is not a number, or the number is too large.</exception>
    internal long Number() =>
        long.TryParse(Bytes(), NumberStyles.None, CultureInfo.InvariantCulture, out long value)
            ? value
            : throw NotOf("number");

    /// <summary>Returns the Boolean value in the current element.</summary>
    /// <exception cref="S3XmlException">The text is neither <c>true</c> nor <c>false</c>.</exception>
    internal bool Flag()
    {
        ReadOnlySpan<byte> text = Bytes();
        bool isTrue = text.SequenceEqual("true"u8);
        return isTrue || text.SequenceEqual("false"u8) ? isTrue : throw NotOf("truth");
    }

    /// <summary>Returns the time in the current element, or null if the element is empty.</summary>
    /// <exception cref="S3XmlException">The text is not a time.</exception>
    internal DateTimeOffset? Time()
    {
        ReadOnlySpan<byte> text = Bytes();
        if (text.IsEmpty)
        {
            return null;
        }

        return XmlTime.TryParse(text, out DateTimeOffset time) ? time : throw NotOf("time");
    }

    /// <summary>Records an element that may occur only once.</summary>
    /// <param name="seen">The elements that have occurred, one bit for each.</param>
    /// <param name="bit">The bit of this element.</param>
    /// <exception cref="S3XmlException">The element has already occurred.</exception>
    internal readonly void Once(ref int seen, int bit)
    {
        if ((seen & bit) != 0)
        {
            throw new S3XmlException($"There is more than one {Encoding.UTF8.GetString(Name)}.");
        }

        seen |= bit;
    }

    private readonly S3XmlException NotOf(string kind) =>
        new($"{Encoding.UTF8.GetString(Name)} is no {kind}.");

    // Skips nested elements.
    private bool NextPiece()
    {
        while (_tokens.Read() && _tokens.Depth >= _depth)
        {
            if (_tokens.Depth == _depth && _tokens.Kind is XmlTokenKind.Text or XmlTokenKind.CharacterData)
            {
                return true;
            }
        }

        _isInRow = _tokens.Depth >= _rowDepth;
        return false;
    }
}
