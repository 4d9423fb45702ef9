using System.Text.Json;
using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Parses a line of type <c>batch</c>, as written by <see cref="BatchLines"/>.</summary>
/// <remarks>
/// Damaged input throws a <see cref="FormatException"/>, <see cref="JsonException"/>, <see cref="OverflowException"/>
/// or <see cref="InvalidOperationException"/>.
/// </remarks>
internal ref partial struct BatchParser
{
    // Somewhat more than our writer produces, to leave room for other writers. Together these limits bound the memory
    // that a line can use, whatever it contains.
    private const int NamesMax = 4 * BatchLines.NamesMax;
    private const long PathBytesMax = 32 << 20;

    private readonly JournalNumbers _numbers;
    private readonly ActionKind _action;
    private readonly List<JournalIntent> _intents = [];
    private readonly Dictionary<ReportName, IReadOnlyList<ReportName>> _kept = [];
    private readonly List<byte[]> _folders = [];
    private readonly List<FileFacts> _sets = [];
    private readonly EntryFacts _facts = new();
    private Utf8JsonReader _json;
    private long _pathBytes;
    private long _number = -1;
    private long _last = -1;
    private bool _isContinued;
    private byte[] _bare = [];

    private BatchParser(ReadOnlySpan<byte> line, JournalNumbers numbers, ActionKind action)
    {
        _json = new Utf8JsonReader(line);
        _numbers = numbers;
        _action = action;
    }

    /// <summary>Parses a line.</summary>
    /// <param name="line">The line.</param>
    /// <param name="index">The index of the batch in the journal.</param>
    /// <param name="numbers">Creates the temporary names.</param>
    /// <param name="action">The action of the run.</param>
    /// <returns>The batch without outcomes.</returns>
    internal static JournalBatch Parse(ReadOnlySpan<byte> line, int index, JournalNumbers numbers, ActionKind action)
    {
        var parser = new BatchParser(line, numbers, action);
        parser.ReadLine();
        return new JournalBatch
        {
            Index = index,
            Intents = parser._intents,
            Kept = parser._kept,
            Outcomes = new Dictionary<long, JournalOutcome>(),
            IsContinued = parser._isContinued,
        };
    }

    private void ReadLine()
    {
        Enter(JsonTokenType.StartObject);
        while (Advance() == JsonTokenType.PropertyName)
        {
            if (_json.ValueTextEquals("first"u8))
            {
                _number = NextLong();
            }
            else if (_json.ValueTextEquals("last"u8))
            {
                _last = NextLong();
            }
            else if (_json.ValueTextEquals("continued"u8))
            {
                _isContinued = Advance() == JsonTokenType.True;
            }
            else if (_json.ValueTextEquals("folders"u8))
            {
                ReadFolders();
            }
            else if (_json.ValueTextEquals("sets"u8))
            {
                ReadSets();
            }
            else if (_json.ValueTextEquals("groups"u8))
            {
                ReadGroups();
            }
            else
            {
                _json.Skip();
            }
        }

        Demand(_json.TokenType == JsonTokenType.EndObject, "the line does not end");
        Demand(_intents.Count > 0 && _intents[^1].Number == _last, "its names do not end with the last number");
    }

    private void ReadFolders()
    {
        Enter(JsonTokenType.StartArray);
        while (Advance() != JsonTokenType.EndArray)
        {
            _folders.Add(ReadName());
        }
    }

    private void ReadSets()
    {
        Enter(JsonTokenType.StartArray);
        while (Advance() == JsonTokenType.StartArray)
        {
            Advance();
            ulong device = _json.GetUInt64();
            Advance();
            uint owner = _json.GetUInt32();
            Advance();
            uint group = _json.GetUInt32();
            Advance();
            uint mode = _json.GetUInt32();
            _sets.Add(new FileFacts
            {
                Kind = EntryKind.File,
                Device = device,
                Owner = owner,
                Group = group,
                Mode = mode,
            });
            Enter(JsonTokenType.EndArray);
        }
    }

    private void ReadGroups()
    {
        Enter(JsonTokenType.StartArray);
        while (Advance() == JsonTokenType.StartArray)
        {
            ReadGroup();
        }
    }

    private void ReadGroup()
    {
        Enter(JsonTokenType.StartArray);
        ReportName keeper = default;
        FileFacts facts = default;
        Advance();
        if (_json.TokenType != JsonTokenType.EndArray)
        {
            keeper = ReadEntry(out bool hasFacts, out facts);
            IntentRules.CheckName(keeper);
            facts = hasFacts ? facts : default;
        }

        // An object in braces adds to the entry before it.
        JournalIntent? pending = null;
        while (Advance() != JsonTokenType.EndArray)
        {
            if (_json.TokenType == JsonTokenType.StartArray)
            {
                Keep(pending);
                Advance();
                ReportName name = ReadEntry(out bool hasFacts, out FileFacts was);
                Demand(hasFacts, "a name has no facts");
                pending = new JournalIntent
                {
                    Number = _number,
                    Name = name,
                    Temporary = "",
                    Facts = was,
                    Extras = FileExtras.None,
                    Keeper = keeper,
                    KeeperFacts = facts,
                };
                _number = checked(_number + 1);
            }
            else
            {
                Demand(_json.TokenType == JsonTokenType.StartObject, "a group holds something else than names");
                pending = ReadMore(pending, keeper);
            }
        }

        Keep(pending);
    }

    private void Keep(JournalIntent? intent)
    {
        if (intent is null)
        {
            return;
        }

        Demand(intent.Number >= 0 && (_intents.Count == 0 || intent.Number > _intents[^1].Number),
            "the numbers do not ascend");
        Demand(_intents.Count < NamesMax, "it holds too many names");
        JournalIntent whole = intent.Facts.Kind == EntryKind.Folder
            ? intent
            : intent with { Temporary = _numbers.TemporaryOf(intent.Number) };
        IntentRules.Check(whole, _action);
        _intents.Add(whole);
    }

    // Starts at the first element and ends after the last one.
    private ReportName ReadEntry(out bool hasFacts, out FileFacts facts)
    {
        byte[] bare = ReadName();
        _bare = bare;
        int folder = 0;
        hasFacts = true;
        Span<long> values = stackalloc long[EntryFacts.Count];
        values.Clear();
        for (int i = -1; Advance() != JsonTokenType.EndArray; i++)
        {
            if (_json.TokenType == JsonTokenType.Null)
            {
                hasFacts = false;
                continue;
            }

            Demand(i < EntryFacts.Count, "an entry has too many numbers");
            if (i < 0)
            {
                folder = _json.GetInt32();
            }
            else
            {
                values[i] = _json.GetInt64();
            }
        }

        facts = hasFacts ? _facts.Decode(values, _sets) : default;
        return Join(folder, bare);
    }

    private ReportName Join(int folder, ReadOnlySpan<byte> bare)
    {
        Demand(folder >= 0 && folder < _folders.Count, "there is no such folder");
        byte[] above = _folders[folder];
        _pathBytes += above.Length + bare.Length + 1;
        Demand(_pathBytes <= PathBytesMax, "its names are too long");
        return new ReportName(above is [.., (byte)'/']
            ? (byte[])[.. above, .. bare]
            : [.. above, (byte)'/', .. bare]);
    }

    private JournalIntent? ReadMore(JournalIntent? intent, ReportName keeper)
    {
        while (Advance() == JsonTokenType.PropertyName)
        {
            if (intent is null)
            {
                Demand(_json.ValueTextEquals("also"u8), "a field stands before the first name");
                _kept[keeper] = ReadKept();
            }
            else if (_json.ValueTextEquals("no"u8))
            {
                long number = NextLong();
                intent = intent with { Number = number };
                _number = checked(number + 1);
            }
            else
            {
                intent = ReadField(intent);
            }
        }

        return intent;
    }

    private JournalIntent ReadField(JournalIntent intent)
    {
        if (_json.ValueTextEquals("folder"u8))
        {
            Advance();
            return intent with { Facts = intent.Facts with { Kind = EntryKind.Folder } };
        }

        if (_json.ValueTextEquals("to"u8))
        {
            Advance();
            return intent with { Target = ReadTarget(intent) };
        }

        if (_json.ValueTextEquals("media"u8))
        {
            Advance();
            return intent with
            {
                Media = MediaWords.ParsePolicy(_json.GetString())
                    ?? throw new FormatException("there is no such policy"),
            };
        }

        if (_json.ValueTextEquals("content"u8))
        {
            Advance();
            return intent with { Digest = _json.GetString() ?? "" };
        }

        if (_json.ValueTextEquals("link"u8))
        {
            Advance();
            return AsLink(intent with { LinkText = new ReportName(ReadName()) });
        }

        if (_json.ValueTextEquals("was"u8))
        {
            Advance();
            return AsLink(intent with { OldTarget = new ReportName(ReadName()) });
        }

        if (_json.ValueTextEquals("flags"u8))
        {
            Advance();
            return intent with { Extras = intent.Extras with { Flags = _json.GetUInt32() } };
        }

        if (_json.ValueTextEquals("attributes"u8))
        {
            return intent with { Extras = intent.Extras with { Attributes = ReadAttributes() } };
        }

        _json.Skip();
        return intent;
    }

    private static JournalIntent AsLink(JournalIntent intent) =>
        intent with { Facts = intent.Facts with { Kind = EntryKind.Link } };

    private ReportName ReadTarget(JournalIntent intent)
    {
        if (_json.TokenType == JsonTokenType.StartArray)
        {
            Advance();
            int folder = _json.GetInt32();
            Enter(JsonTokenType.EndArray);
            return Join(folder, _bare);
        }

        if (_json.TokenType != JsonTokenType.Number)
        {
            return new ReportName(ReadName());
        }

        Demand(!intent.Keeper.IsEmpty, "a link leads to a keeper that is not there");
        return _json.GetInt32() switch
        {
            1 => new ReportName(RelativePath.Between(intent.Name.Bytes, intent.Keeper.Bytes)),
            2 => intent.Keeper,
            _ => throw new FormatException("a link leads nowhere"),
        };
    }

    private List<ReportName> ReadKept()
    {
        List<ReportName> names = [];
        Enter(JsonTokenType.StartArray);
        while (Advance() == JsonTokenType.StartArray)
        {
            Advance();
            byte[] bare = ReadName();
            Advance();
            ReportName name = Join(_json.GetInt32(), bare);
            IntentRules.CheckName(name);
            names.Add(name);
            Enter(JsonTokenType.EndArray);
        }

        return names;
    }
}
