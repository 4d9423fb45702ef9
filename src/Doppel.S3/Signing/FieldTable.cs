using Doppel.Pooling;

namespace Doppel.S3.Signing;

/// <summary>
/// Headers or parameters, already as they are signed, that are put in the order that signatures want.
/// </summary>
internal ref struct FieldTable : IDisposable
{
    /// <summary>The most fields of a request.</summary>
    internal const int CountMax = 64;

    private readonly Span<FieldRange> _fields;
    private Utf8Builder _text;
    private int _count;

    internal FieldTable(Span<FieldRange> fields, Span<byte> text)
    {
        _fields = fields;
        _text = new Utf8Builder(text);
    }

    internal readonly int Count => _count;

    public void Dispose() => _text.Dispose();

    internal readonly ReadOnlySpan<byte> Name(int index) => Part(_fields[index].NameStart, _fields[index].ValueStart);

    internal readonly ReadOnlySpan<byte> Value(int index) => Part(_fields[index].ValueStart, _fields[index].End);

    internal void AddParameter(in QueryParameter parameter) => AddParameter(parameter.Name, parameter.Value);

    internal void AddParameter(scoped ReadOnlySpan<char> name, scoped ReadOnlySpan<char> value)
    {
        int nameStart = _text.Length;
        PercentEncoding.AppendValue(name, ref _text);
        int valueStart = _text.Length;
        PercentEncoding.AppendValue(value, ref _text);
        Add(new FieldRange(nameStart, valueStart, _text.Length));
    }

    /// <summary>Adds a parameter whose value is in ASCII.</summary>
    internal void AddParameter(scoped ReadOnlySpan<char> name, scoped ReadOnlySpan<byte> value)
    {
        int nameStart = _text.Length;
        PercentEncoding.AppendValue(name, ref _text);
        int valueStart = _text.Length;
        PercentEncoding.AppendAscii(value, ref _text);
        Add(new FieldRange(nameStart, valueStart, _text.Length));
    }

    /// <summary>Adds a header with a name of lower-case letters that is known to be right.</summary>
    internal void AddHeader(scoped ReadOnlySpan<char> name, scoped ReadOnlySpan<char> value)
    {
        int nameStart = _text.Length;
        _text.Append(name);
        int valueStart = _text.Length;
        HeaderText.AppendValue(name, value, ref _text);
        Add(new FieldRange(nameStart, valueStart, _text.Length));
    }

    internal void AddHeader(in RequestHeader header)
    {
        int nameStart = _text.Length;
        HeaderText.AppendName(header.Name, ref _text);
        int valueStart = _text.Length;
        HeaderText.AppendValue(header.Name, header.Value, ref _text);
        Add(new FieldRange(nameStart, valueStart, _text.Length));
    }

    /// <summary>Sorts by name and value, as queries want it.</summary>
    internal readonly void SortByNameAndValue()
    {
        // Few fields, and mostly sorted already: an insertion sort does least, and it is stable.
        for (int i = 1; i < _count; i++)
        {
            for (int j = i; j > 0 && Compare(j - 1, j, withValue: true) > 0; j--)
            {
                (_fields[j - 1], _fields[j]) = (_fields[j], _fields[j - 1]);
            }
        }
    }

    /// <summary>Sorts by name alone: of headers with one name the order counts.</summary>
    internal readonly void SortByName()
    {
        for (int i = 1; i < _count; i++)
        {
            for (int j = i; j > 0 && Compare(j - 1, j, withValue: false) > 0; j--)
            {
                (_fields[j - 1], _fields[j]) = (_fields[j], _fields[j - 1]);
            }
        }
    }

    private readonly int Compare(int left, int right, bool withValue)
    {
        int order = Name(left).SequenceCompareTo(Name(right));
        return order == 0 && withValue ? Value(left).SequenceCompareTo(Value(right)) : order;
    }

    private readonly ReadOnlySpan<byte> Part(int start, int end) => _text.AsSpan().Slice(start, end - start);

    private void Add(FieldRange field)
    {
        if (_count == _fields.Length)
        {
            SigningErrors.TooManyFields(_fields.Length);
        }

        _fields[_count++] = field;
    }
}
