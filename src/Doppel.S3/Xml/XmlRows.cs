using System.Globalization;
using System.Text;
using Doppel.Pooling;

namespace Doppel.S3.Xml;

/// <summary>
/// Goes through the elements of one depth of a document, mostly those directly below its root, and through the fields
/// of each: all listings are made like this. Allocates nothing but the texts that are asked for.
/// </summary>
/// <remarks>Disposed when it was read; after an exception rented memory is dropped.</remarks>
internal ref struct XmlRows
{
    /// <summary>Room for texts that suffices for most.</summary>
    internal const int TextBytes = 1024;

    private readonly int _rowDepth;
    private XmlTokenizer _tokens;
    private Utf8Builder _text;
    private bool _isInRow;
    private int _depth;

    /// <summary>Begins a document.</summary>
    /// <param name="document">All of it.</param>
    /// <param name="open">Room for <see cref="XmlTokenizer.DepthMax"/> names.</param>
    /// <param name="text">Room for texts; longer ones go to rented memory.</param>
    /// <param name="root">What it has to be.</param>
    /// <param name="rowDepth">How deep rows are: 2 for those directly below the root.</param>
    /// <exception cref="S3XmlException">It is malformed or something else.</exception>
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

    /// <summary>The row or field that was reached last.</summary>
    internal ReadOnlySpan<byte> Name { get; private set; }

    /// <summary>Gives rented memory back.</summary>
    internal void Dispose() => _text.Dispose();

    /// <summary>Goes to the next row; what is left of the last one is skipped.</summary>
    /// <returns>False when the whole document was read and nothing is wrong with it.</returns>
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

    /// <summary>Goes to the next element in the row.</summary>
    /// <returns>False when the row ends.</returns>
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

    /// <summary>The text of the element that was reached last, decoded; holds until the next one is read.</summary>
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

    /// <summary>The same as a string.</summary>
    internal string Text() => Encoding.UTF8.GetString(Bytes());

    /// <summary>The number in the element that was reached last, 0 or more.</summary>
    /// <exception cref="S3XmlException">It is none, or too large.</exception>
    internal long Number() =>
        long.TryParse(Bytes(), NumberStyles.None, CultureInfo.InvariantCulture, out long value)
            ? value
            : throw NotOf("number");

    /// <summary>The truth in the element that was reached last.</summary>
    /// <exception cref="S3XmlException">It is neither <c>true</c> nor <c>false</c>.</exception>
    internal bool Flag()
    {
        ReadOnlySpan<byte> text = Bytes();
        bool isTrue = text.SequenceEqual("true"u8);
        return isTrue || text.SequenceEqual("false"u8) ? isTrue : throw NotOf("truth");
    }

    /// <summary>The time in the element that was reached last; null for an empty one.</summary>
    /// <exception cref="S3XmlException">It is none.</exception>
    internal DateTimeOffset? Time()
    {
        ReadOnlySpan<byte> text = Bytes();
        return XmlTime.TryParse(text, out DateTimeOffset time) ? time : text.IsEmpty ? null : throw NotOf("time");
    }

    /// <summary>Counts an element that may stand once only.</summary>
    /// <param name="seen">What was there already, a bit for each.</param>
    /// <param name="bit">The bit of this one.</param>
    /// <exception cref="S3XmlException">It is the second.</exception>
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

    // Elements in the element are skipped.
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
