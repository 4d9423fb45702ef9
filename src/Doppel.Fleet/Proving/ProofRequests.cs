using System.Security.Cryptography;
using Doppel.Acting;
using Doppel.Hashing;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Fleet;

/// <summary>Asks other hosts to prove files, through the server, so that their copies here may go.</summary>
/// <remarks>Not thread-safe, except for <see cref="AreInTime"/>. Dispose withdraws all questions.</remarks>
public sealed class ProofRequests : IHostProofs, IDisposable
{
    private const int BytesMax = 4 << 20;

    private static readonly TimeSpan s_poll = TimeSpan.FromMilliseconds(500);

    // So much longer than for this host, an answer counts for the one that has promised to keep its file: the server
    // counts in seconds, and a deletion that has begun in time ends a little later.
    private static readonly TimeSpan s_margin = TimeSpan.FromMinutes(1);

    private readonly FleetServer _options;
    private readonly FleetProofOptions _proofs;
    private readonly ClickHouse _server;
    private readonly byte[] _proofKey;
    private readonly byte[] _run = RandomNumberGenerator.GetBytes(ProofQuestion.RunBytes);
    private readonly List<ProofQuestion> _questions = [];
    private readonly Dictionary<ReportName, uint> _numbers = [];
    private readonly Dictionary<uint, ProofAnswer> _answers = [];
    private readonly CancellationTokenSource _stop = new();
    private uint _firstOpen;
    private long _began;
    private DateTimeOffset _beganAt;

    /// <summary>Creates what asks. Nothing is sent before <see cref="Ask"/>.</summary>
    /// <param name="server">The server.</param>
    /// <param name="options">The name of this host, its proof key, and how long answers count.</param>
    /// <exception cref="ArgumentException">An option is out of range.</exception>
    public ProofRequests(FleetServer server, FleetProofOptions options)
    {
        ArgumentNullException.ThrowIfNull(server);
        ArgumentNullException.ThrowIfNull(options);
        options.Validate();
        (_options, _proofs) = (server, options);
        _proofKey = options.ProofKey.ToArray();
        _server = new ClickHouse(server, _stop.Token);
    }

    /// <inheritdoc/>
    public bool AreInTime => _options.Time.GetElapsedTime(_began) < _proofs.Within
        && _options.Time.GetUtcNow() - _beganAt < _proofs.Within;

    /// <inheritdoc/>
    public string? Failure { get; private set; }

    /// <summary>Withdraws all questions, so that this host may prove the same contents to others.</summary>
    public void Dispose()
    {
        // Without an answer, the server forgets them when their time is over.
        using var server = new ClickHouse(_options with { RetryFor = TimeSpan.Zero }, CancellationToken.None);
        try
        {
            Send(server, QuestionState.Withdrawn);
        }
        catch (FleetException)
        {
        }

        _server.Dispose();
        _stop.Dispose();
    }

    /// <inheritdoc/>
    public void Ask(IReadOnlyList<HostCopy> copies, CancellationToken cancellation)
    {
        using CancellationTokenRegistration stop = cancellation.Register(_stop.Cancel);
        Try(() => SendQuestions(copies));
    }

    /// <inheritdoc/>
    public bool Wait(CancellationToken cancellation)
    {
        using CancellationTokenRegistration stop = cancellation.Register(_stop.Cancel);
        int known = _answers.Count;
        while (Failure is null && AreInTime && !cancellation.IsCancellationRequested && known < _questions.Count)
        {
            Try(ReadAnswers);
            if (_answers.Count > known)
            {
                return true;
            }

            cancellation.WaitHandle.WaitOne(s_poll);
        }

        return false;
    }

    /// <inheritdoc/>
    public HostAnswer? AnswerOf(ReportName name)
    {
        if (!_numbers.TryGetValue(name, out uint number) || !_answers.TryGetValue(number, out ProofAnswer? answer))
        {
            return null;
        }

        string? refusal = answer.State == AnswerState.Proved ? null : answer.Reason;
        return new HostAnswer(refusal, () => new Check(_questions[(int)number], answer, _proofKey));
    }

    /// <inheritdoc/>
    public IReadOnlySet<Digest128> PromisedOf(IReadOnlyCollection<Digest128> contents)
    {
        IReadOnlySet<Digest128> promised = new HashSet<Digest128>();
        Try(() => promised = ProofTables.FindContents(
            _server, ProofTables.Answers,
            $"host = {FleetHost.IdOf(_proofs.Host)} AND state != {(int)AnswerState.Refused}", contents));
        return promised;
    }

    private void SendQuestions(IReadOnlyList<HostCopy> copies)
    {
        // Before the server's clock is read, so that the time here is over first. One clock stands still while a
        // machine sleeps, and the other one can be set back.
        (_began, _beganAt) = (_options.Time.GetTimestamp(), _options.Time.GetUtcNow());
        uint now = 0;
        _server.Retry(() =>
        {
            using RowStream rows = _server.Query("SELECT toUInt64(now())");
            now = (uint)rows.ReadUInt64();
        });
        foreach (HostCopy copy in copies)
        {
            uint number = (uint)_questions.Count;
            _numbers[copy.Name] = number;
            _questions.Add(new ProofQuestion
            {
                Run = _run,
                Number = number,
                Asker = FleetHost.IdOf(_proofs.Host),
                Host = FleetHost.IdOf(copy.Machine),
                Size = (ulong)copy.Size,
                Digest = copy.Digest,
                Until = now + (uint)(_proofs.Within + s_margin).TotalSeconds,
            }.Seal(copy.Path.Bytes.ToArray(), _proofKey));
        }

        Send(_server, QuestionState.Open);
    }

    // A failure is told by whoever needs the answers.
    private void Try(Action step)
    {
        try
        {
            step();
        }
        catch (FleetException failure)
        {
            Failure ??= failure.Message;
        }
        catch (OperationCanceledException)
        {
            Failure ??= ActResult.Interrupted;
        }
    }

    private void Send(ClickHouse server, QuestionState state)
    {
        var rows = new RowWriter();
        foreach (ProofQuestion question in _questions)
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

    private void ReadAnswers() => _server.Retry(() =>
    {
        using RowStream rows = _server.Query(
            $"SELECT toUInt64(number), toUInt32(state), proof, kernel, device, inode, substring(reason, 1, 200) "
            + $"FROM {ProofTables.Answers} FINAL WHERE run = unhex('{Convert.ToHexString(_run)}') "
            + $"AND number >= {_firstOpen} AND state != {(int)AnswerState.Promised}");
        while (rows.TryReadUInt64(out ulong number))
        {
            var answer = ProofAnswer.Read(rows);
            if (number < (ulong)_questions.Count)
            {
                _answers[(uint)number] = answer;
            }
        }

        while (_answers.ContainsKey(_firstOpen))
        {
            _firstOpen++;
        }
    });

    /// <summary>Computes the same keyed digest from a file here.</summary>
    private sealed class Check(ProofQuestion question, ProofAnswer answer, byte[] proofKey) : IHostCheck
    {
        private readonly ProofHash _hash = question.Begin(proofKey);

        public void Dispose() => _hash.Dispose();

        public void Append(ReadOnlySpan<byte> content) => _hash.Append(content);

        public string? WhyNot(in FileFacts file, MountFacts mount)
        {
            if (FilePlace.WhyNot(mount) is { } uncertain)
            {
                return uncertain;
            }

            if (answer.Place == FilePlace.Of(file))
            {
                return "it is the same file that the other machine has";
            }

            bool isProved = CryptographicOperations.FixedTimeEquals(_hash.Finish(answer.Place), answer.Proof);
            return isProved && _hash.Digest == question.Digest
                ? null
                : "its content differs from that of the other machine";
        }
    }
}
