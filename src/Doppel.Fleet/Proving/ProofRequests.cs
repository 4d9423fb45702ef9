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
    private static readonly TimeSpan s_poll = TimeSpan.FromMilliseconds(500);

    private readonly FleetProofOptions _proofs;
    private readonly IChangeableVolume _volume;
    private readonly TimeProvider _time;
    private readonly IProofRows _rows;
    private readonly byte[] _proofKey;
    private readonly byte[] _run = RandomNumberGenerator.GetBytes(ProofQuestion.RunBytes);
    private readonly List<ProofQuestion> _questions = [];
    private readonly Dictionary<ReportName, uint> _numbers = [];
    private readonly Dictionary<uint, ProofAnswer> _answers = [];
    private readonly CancellationTokenSource _stop = new();
    private ProofLedger? _ledger;
    private uint _firstOpen;
    private long _began;
    private DateTimeOffset _beganAt;

    /// <summary>Creates what asks. Nothing is sent before <see cref="Ask"/>.</summary>
    /// <param name="server">The server.</param>
    /// <param name="options">The name of this host, its proof key, and how long answers count.</param>
    /// <param name="volume">The volume that has the folder <see cref="FleetProofOptions.Ledger"/>.</param>
    /// <exception cref="ArgumentException">An option is out of range.</exception>
    public ProofRequests(FleetServer server, FleetProofOptions options, IChangeableVolume volume)
        : this(
            stop => new ClickHouseProofRows(server, stop), server?.Time ?? TimeProvider.System, options, volume)
    {
    }

    /// <inheritdoc cref="ProofRequests(FleetServer, FleetProofOptions, IChangeableVolume)"/>
    internal ProofRequests(
        Func<CancellationToken, IProofRows> rows, TimeProvider time, FleetProofOptions options,
        IChangeableVolume volume)
    {
        ArgumentNullException.ThrowIfNull(options);
        options.Validate();
        (_proofs, _volume, _time) = (options, volume, time);
        _proofKey = options.ProofKey.ToArray();
        _rows = rows(_stop.Token);
    }

    /// <inheritdoc/>
    public bool AreInTime => _time.GetElapsedTime(_began) < _proofs.Within
        && _time.GetUtcNow() - _beganAt < _proofs.Within;

    /// <inheritdoc/>
    public string? Failure { get; private set; }

    /// <summary>Withdraws all questions, so that this host may prove the same contents to others.</summary>
    public void Dispose()
    {
        _ledger?.Dispose();
        _rows.Withdraw(_questions);
        _rows.Dispose();
        _stop.Dispose();
    }

    /// <inheritdoc/>
    public IReadOnlySet<Digest128> Ask(IReadOnlyList<HostCopy> copies, CancellationToken cancellation)
    {
        using CancellationTokenRegistration stop = cancellation.Register(_stop.Cancel);
        HashSet<Digest128> promised = [];
        Try(() =>
        {
            _ledger = new ProofLedger(_volume, _proofs, _time);
            promised = [.. _ledger.Ask(_run, copies.Select(ContentOf)).Select(static content => content.Digest)];
            SendQuestions(copies.Where(copy => !promised.Contains(copy.Digest)));
        });
        return promised;
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

            Pause(cancellation);
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

    private static ProofContent ContentOf(HostCopy copy) => new((ulong)copy.Size, copy.Digest);

    private void SendQuestions(IEnumerable<HostCopy> copies)
    {
        // Before anybody can see a question, so that the time here is over first. One clock stands still while a
        // machine sleeps, and the other one can be set back.
        (_began, _beganAt) = (_time.GetTimestamp(), _time.GetUtcNow());
        uint within = (uint)Math.Ceiling(_proofs.Within.TotalSeconds);
        uint until = _rows.ReadNow() + within;
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
                Until = until,
            }.Seal(copy.Path.Bytes.ToArray(), within, _proofKey));
        }

        _rows.Add(_questions, QuestionState.Open);
    }

    private void Pause(CancellationToken cancellation)
    {
        using var isOver = new ManualResetEvent(initialState: false);
        using ITimer timer = _time.CreateTimer(
            static state => ((ManualResetEvent)state!).Set(), isOver, s_poll, Timeout.InfiniteTimeSpan);
        WaitHandle.WaitAny([isOver, cancellation.WaitHandle]);
    }

    // The failure is reported when the answers are needed.
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

    private void ReadAnswers()
    {
        foreach ((uint number, ProofAnswer answer) in _rows.ReadAnswers(_run, _firstOpen))
        {
            if (number < _questions.Count)
            {
                _answers[number] = answer;
            }
        }

        while (_answers.ContainsKey(_firstOpen))
        {
            _firstOpen++;
        }
    }

    /// <summary>Computes the same keyed digest from a file here.</summary>
    private sealed class Check(ProofQuestion question, ProofAnswer answer, byte[] proofKey) : IHostCheck
    {
        private readonly ProofHash _hash = question.Begin(proofKey);

        public void Dispose() => _hash.Dispose();

        public void Append(ReadOnlySpan<byte> content) => _hash.Append(content);

        public string? WhyNot(in FileFacts file, MountFacts mount)
        {
            if (HostInode.WhyNot(mount) is { } uncertain)
            {
                return uncertain;
            }

            if (answer.Place == HostInode.Of(file))
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
