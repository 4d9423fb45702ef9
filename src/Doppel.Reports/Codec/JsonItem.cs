using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;

namespace Doppel.Reports;

/// <summary>
/// Reads or writes a JSON object. The same list of fields serves both directions, so reader and writer cannot disagree.
/// </summary>
/// <remarks>
/// <code>
/// for (json.Begin("refusal", "refusal"u8); json.Next();)
/// {
///     path = json.Name("path"u8, path);
///     reason = json.Text("reason"u8, reason);
/// }
/// </code>
/// Every call returns the value of its field: the one that it wrote or read, or the given one if its turn has not come.
/// Writing runs the body once. Reading runs it until each field of the object has been read or skipped, once if they
/// are in the order of the list, and once more if one is missing, which throws. Each field of the list may occur once.
/// A field with <c>when</c> may be missing, and is written if that is true. Unknown fields are skipped.
/// Names that were read stay valid; the item itself lasts as long as its line.
/// </remarks>
internal ref partial struct JsonItem
{
    private readonly JsonScratch _scratch;
    private readonly JsonText? _text;
    private readonly Utf8Output? _output;
    private readonly long _line;
    private Utf8JsonReader _reader;
    private JsonScope _scope;
    private ReadOnlySpan<byte> _field;

    /// <summary>Starts writing a line.</summary>
    public JsonItem(JsonScratch scratch, JsonText text)
    {
        _scratch = scratch;
        (_text, _output) = (text, text.Output);
        scratch.Clear();
    }

    /// <summary>Starts reading a line. The type is found wherever it is in the object.</summary>
    /// <exception cref="ReportFormatException">The line is not an object with a type.</exception>
    public JsonItem(JsonScratch scratch, ReadOnlySpan<byte> line, long number)
    {
        _scratch = scratch;
        _line = number;
        _reader = new Utf8JsonReader(line);
        scratch.Clear();
        _reader.Read();
        Utf8JsonReader start = _reader;
        FindType();
        Type = _reader.ValueIsEscaped ? ReadText("type").ToArray() : _reader.ValueSpan;
        _reader = start;
    }

    /// <summary>Gets the type of the line that is read.</summary>
    public ReadOnlySpan<byte> Type { get; }

    /// <summary>Gets whether the item is read rather than written.</summary>
    public readonly bool IsReading => _text is null;

    /// <summary>Begins an object, whose fields follow in a loop over <see cref="Next"/>.</summary>
    /// <param name="what">What it is, for messages.</param>
    /// <param name="type">The type of a line, or empty for an object within an object.</param>
    /// <param name="shown">What should be an object, for messages; by default the name of the field.</param>
    public void Begin(string what, ReadOnlySpan<byte> type = default, string? shown = null)
    {
        _scratch.Push(_scope);
        _scope = new JsonScope { What = what, HasType = !type.IsEmpty };
        if (_text is null)
        {
            Expect(JsonTokenType.StartObject, shown, "an object");
            return;
        }

        _output!.Write((byte)'{');
        if (!type.IsEmpty)
        {
            _output!.WriteField("type"u8, isFirst: true);
            WordValue(type);
            _scope.Field = 1;
        }
    }

    /// <summary>Returns whether to go through the fields, again if necessary. Returns false after the object.</summary>
    public bool Next()
    {
        if (_text is not null && _scope.Phase == JsonPhase.Begun)
        {
            _scope.Phase = JsonPhase.Checked;
            return true;
        }

        bool isFresh = _scope.IsFresh;
        (_scope.Field, _scope.IsFresh) = (0, false);
        switch (_scope.Phase)
        {
            case JsonPhase.Begun:
                _scope.Phase = JsonPhase.Fields;
                Advance();
                return true;
            case JsonPhase.Fields:
                // A field that came up while the list was passed has yet to be compared with the list's beginning.
                if (!isFresh)
                {
                    SkipField();
                    Advance();
                }

                return true;
            case JsonPhase.Ended when (_scope.Required & ~_scope.Seen) != 0:
                _scope.Phase = JsonPhase.Checked;
                return true;
            default:
                _output?.Write((byte)'}');
                _scope = _scratch.Pop();
                return false;
        }
    }

    /// <summary>Reads or writes a field with a codec.</summary>
    [return: NotNullIfNotNull(nameof(value))]
    public T? Value<T>(ReadOnlySpan<byte> name, T? value, JsonCodec<T> codec, bool? when = null)
    {
        if (Is(name, when))
        {
            value = codec(ref this, value);
            Done();
        }

        return value;
    }

    /// <summary>Reads or writes an array.</summary>
    [return: NotNullIfNotNull(nameof(items))]
    public IReadOnlyList<T>? List<T>(
        ReadOnlySpan<byte> name, IReadOnlyList<T>? items, JsonCodec<T> codec, bool? when = null)
    {
        if (Is(name, when))
        {
            items = Items(items!, codec);
            Done();
        }

        return items;
    }

    /// <summary>Reads or writes the items of an array.</summary>
    public IReadOnlyList<T> Items<T>(IReadOnlyList<T> items, JsonCodec<T> codec)
    {
        if (_text is null)
        {
            return ReadItems(codec);
        }

        Utf8Output output = _output!;
        for (int i = 0; i < items.Count; i++)
        {
            output.Write(i == 0 ? (byte)'[' : (byte)',');
            codec(ref this, items[i]);
        }

        output.Write(items.Count == 0 ? "[]"u8 : "]"u8);
        return items;
    }

    /// <summary>Skips an object that no codec has read, and rejects anything that follows on the line.</summary>
    public void EndLine()
    {
        if (_reader.TokenType == JsonTokenType.StartObject)
        {
            _reader.Skip();
        }

        _reader.Read();
    }

    /// <summary>Returns the error that a value is not what it should be.</summary>
    public readonly ReportFormatException Wrong(string? shown, string expected) =>
        Fault($"{shown ?? Encoding.UTF8.GetString(_field)} is not {expected}");

    /// <summary>Returns an error of the line.</summary>
    public readonly ReportFormatException Fault(string what, Exception? inner = null) => new(_line, what, inner);

    // Most arrays have one or two items, and so need no list.
    private T[] ReadItems<T>(JsonCodec<T> codec)
    {
        Expect(JsonTokenType.StartArray, null, "an array");
        ReadOnlySpan<byte> field = _field;
        (T first, T second) = (default!, default!);
        List<T>? all = null;
        int count = 0;
        for (; _reader.Read() && _reader.TokenType != JsonTokenType.EndArray; count++)
        {
            T item = codec(ref this, default);
            _field = field;
            switch (count)
            {
                case 0:
                    first = item;
                    break;
                case 1:
                    second = item;
                    break;
                default:
                    all ??= [first, second];
                    all.Add(item);
                    break;
            }
        }

        return count switch { 0 => [], 1 => [first], 2 => [first, second], _ => [.. all!] };
    }

    // Returns whether the value of a field is to be written, or stands at hand. If so, Done must follow.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool Is(ReadOnlySpan<byte> name, bool? when)
    {
        if (_output is null)
        {
            return IsAtHand(name, when is null);
        }

        if (when == false)
        {
            return false;
        }

        _output.WriteField(name, isFirst: _scope.Field++ == 0);
        return true;
    }

    private bool IsAtHand(ReadOnlySpan<byte> name, bool isRequired)
    {
        uint bit = 1u << _scope.Field++;
        Debug.Assert(bit != 1u << 31, "The last bit is that of the type.");
        _scope.Required |= isRequired ? bit : 0;
        if (_scope.Phase == JsonPhase.Fields && _reader.ValueTextEquals(name))
        {
            See(bit, name);
            _field = name;
            _reader.Read();
            return true;
        }

        return _scope.Phase == JsonPhase.Checked && (_scope.Required & ~_scope.Seen & bit) != 0
            ? throw FaultOf($"lacks the field {Encoding.UTF8.GetString(name)}")
            : false;
    }

    private void Done()
    {
        if (_text is null)
        {
            Advance();
            _scope.IsFresh = true;
        }
    }

    private void Advance()
    {
        _reader.Read();
        if (_reader.TokenType != JsonTokenType.PropertyName)
        {
            _scope.Phase = JsonPhase.Ended;
        }
    }

    // The type was read before, and may occur only once.
    private void SkipField()
    {
        if (_scope.HasType && _reader.ValueTextEquals("type"u8))
        {
            See(1u << 31, "type"u8);
        }

        _reader.Skip();
    }

    private void See(uint bit, ReadOnlySpan<byte> name)
    {
        if ((_scope.Seen & bit) != 0)
        {
            throw FaultOf($"has the field {Encoding.UTF8.GetString(name)} twice");
        }

        _scope.Seen |= bit;
    }

    private readonly ReportFormatException FaultOf(string problem) => Fault($"holds a {_scope.What} that {problem}");

    private void FindType()
    {
        if (_reader.TokenType != JsonTokenType.StartObject)
        {
            throw Fault("is no JSON object");
        }

        while (_reader.Read() && _reader.TokenType == JsonTokenType.PropertyName)
        {
            if (_reader.ValueTextEquals("type"u8))
            {
                _reader.Read();
                if (_reader.TokenType == JsonTokenType.String)
                {
                    return;
                }

                break;
            }

            _reader.Skip();
        }

        throw Fault("has no type");
    }
}

/// <summary>Reads or writes a value and everything in it.</summary>
/// <param name="json">Where it stands, in either direction.</param>
/// <param name="value">The value to write; the default while reading.</param>
/// <returns>The value that was read or written.</returns>
internal delegate T JsonCodec<T>(scoped ref JsonItem json, T? value);
