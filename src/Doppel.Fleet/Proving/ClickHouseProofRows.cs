namespace Doppel.Fleet;

/// <summary>The rows of questions and answers in the tables of a ClickHouse server.</summary>
internal sealed class ClickHouseProofRows(FleetServer options, CancellationToken cancellation) : IProofRows
{
    private const int BytesMax = 4 << 20;

    // Answers are told when all of these are read.
    private const int QuestionsAtOnce = 1000;
    private const ulong ContentBytesAtOnce = 256 << 20;

    private readonly ClickHouse _server = new(options, cancellation);

    public void Dispose() => _server.Dispose();

    public uint ReadNow()
    {
        uint now = 0;
        _server.Retry(() =>
        {
            using RowStream rows = _server.Query("SELECT toUInt64(now())");
            now = (uint)rows.ReadUInt64();
        });
        return now;
    }

    public void Add(IReadOnlyList<ProofQuestion> questions, QuestionState state) => Send(_server, questions, state);

    public void Withdraw(IReadOnlyList<ProofQuestion> questions)
    {
        // Without an answer, the server forgets them when their time is over.
        using var server = new ClickHouse(options with { RetryFor = TimeSpan.Zero }, CancellationToken.None);
        try
        {
            Send(server, questions, QuestionState.Withdrawn);
        }
        catch (FleetException)
        {
        }
    }

    public IReadOnlyList<ProofQuestion> ReadOpen(ulong host)
    {
        List<ProofQuestion> open = [];
        _server.Retry(() =>
        {
            open.Clear();
            using RowStream rows = _server.Query(
                "SELECT size, digest, run, number, asker, substring(path, 1, 65536), toUInt32(until) "
                + $"FROM {ProofTables.Questions} FINAL "
                + $"WHERE host = {host} AND state = {(int)QuestionState.Open} AND until > now() "
                + $"ORDER BY until, run, number LIMIT {QuestionsAtOnce}");
            ulong bytes = 0;
            while (bytes < ContentBytesAtOnce && rows.TryReadUInt64(out ulong size))
            {
                open.Add(ProofQuestion.Read(rows, host, size));
                bytes += Math.Min(size, ContentBytesAtOnce);
            }
        });
        return open;
    }

    public void Add(IReadOnlyList<(ProofQuestion Question, ProofAnswer Answer)> answers)
    {
        var rows = new RowWriter();
        foreach ((ProofQuestion question, ProofAnswer answer) in answers)
        {
            answer.WriteTo(rows, question);
        }

        _server.Retry(() => _server.Insert(ProofTables.Answers, ProofTables.AnswerColumns, rows.Bytes));
    }

    public IReadOnlyList<(uint Number, ProofAnswer Answer)> ReadAnswers(byte[] run, uint first)
    {
        List<(uint Number, ProofAnswer Answer)> answers = [];
        _server.Retry(() =>
        {
            answers.Clear();
            using RowStream rows = _server.Query(
                $"SELECT toUInt64(number), toUInt32(state), proof, kernel, device, inode, substring(reason, 1, 200) "
                + $"FROM {ProofTables.Answers} FINAL WHERE run = unhex('{Convert.ToHexString(run)}') "
                + $"AND number >= {first} AND state IN ({(int)AnswerState.Refused}, {(int)AnswerState.Proved})");
            while (rows.TryReadUInt64(out ulong number))
            {
                answers.Add(((uint)number, ProofAnswer.Read(rows)));
            }
        });
        return answers;
    }

    private static void Send(ClickHouse server, IReadOnlyList<ProofQuestion> questions, QuestionState state)
    {
        var rows = new RowWriter();
        foreach (ProofQuestion question in questions)
        {
            question.WriteTo(rows, state);
            if (rows.Bytes.Length >= BytesMax)
            {
                Send(server, rows);
            }
        }

        Send(server, rows);
    }

    private static void Send(ClickHouse server, RowWriter rows)
    {
        if (!rows.Bytes.IsEmpty)
        {
            server.Retry(() => server.Insert(ProofTables.Questions, ProofTables.QuestionColumns, rows.Bytes));
            rows.Clear();
        }
    }
}
