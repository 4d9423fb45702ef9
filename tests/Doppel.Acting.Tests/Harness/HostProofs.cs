using Doppel.Hashing;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>What another machine says, as a test decides.</summary>
internal sealed class HostProofs : IHostProofs
{
    private bool _isAsked;
    private bool _hasProved;
    private Digest128 _digest;

    internal bool IsPromised { get; init; }

    internal bool IsSilent { get; init; }

    internal bool FailsAfterProof { get; init; }

    internal string? Refusal { get; init; }

    internal string? Differs { get; init; }

    internal int InTimeLooks { get; init; } = int.MaxValue;

    internal int Looks { get; private set; }

    /// <summary>Called before each look whether the proofs still count.</summary>
    internal Action BeforeLook { get; init; } = static () => { };

    public bool AreInTime
    {
        get
        {
            BeforeLook();
            return Looks++ < InTimeLooks;
        }
    }

    public string? Failure
    {
        get => FailsAfterProof && _hasProved ? "the server is away" : field;
        init;
    }

    public IReadOnlySet<Digest128> Ask(IReadOnlyList<HostCopy> copies, CancellationToken cancellation)
    {
        Assert.False(_isAsked);
        _isAsked = true;
        _digest = copies[0].Digest;
        return IsPromised ? copies.Select(static copy => copy.Digest).ToHashSet() : new HashSet<Digest128>();
    }

    public bool Wait(CancellationToken cancellation) => false;

    public HostAnswer? AnswerOf(ReportName name) =>
        IsSilent || IsPromised ? null : new HostAnswer(Refusal, () => new Check(this));

    private sealed class Check(HostProofs proofs) : IHostCheck
    {
        private readonly MemoryStream _content = new();

        public void Append(ReadOnlySpan<byte> content) => _content.Write(content);

        public string? WhyNot(in FileFacts file, MountFacts mount)
        {
            string? against = proofs.Differs
                ?? (Xxh3.Hash128(_content.ToArray()) == proofs._digest ? null : "its content differs");
            proofs._hasProved = against is null;
            return against;
        }

        public void Dispose() => _content.Dispose();
    }
}
