using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>Headers or query parameters in the form in which they are signed, sortable into canonical order.</summary>
internal ref struct FieldTable : IDisposable
{
    /// <summary>The maximum number of fields in a request.</summary>
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

    /// <summary>Adds a query parameter with an ASCII value.</summary>
    internal void AddParameter(scoped ReadOnlySpan<char> name, scoped ReadOnlySpan<byte> value)
    {
        int nameStart = _text.Length;
        PercentEncoding.AppendValue(name, ref _text);
        int valueStart = _text.Length;
        PercentEncoding.AppendAscii(value, ref _text);
        Add(new FieldRange(nameStart, valueStart, _text.Length));
    }

    /// <summary>Adds a header whose lowercase name is known to be valid.</summary>
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

    /// <summary>Sorts by name and then by value, as required for query parameters.</summary>
    internal readonly void SortByNameAndValue()
    {
        // There are few fields, usually already sorted. An insertion sort does the least work and is stable.
        for (int i = 1; i < _count; i++)
        {
            for (int j = i; j > 0 && Compare(j - 1, j, withValue: true) > 0; j--)
            {
                (_fields[j - 1], _fields[j]) = (_fields[j], _fields[j - 1]);
            }
        }
    }

    /// <summary>Sorts only by name, because the order of headers with the same name is significant.</summary>
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

/// <summary>The position of a field's name and value in the text of a <see cref="FieldTable"/>.</summary>
internal readonly record struct FieldRange(int NameStart, int ValueStart, int End);
