using System.Security.Cryptography;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Finding;

namespace Doppel.Benchmarks.Comparing;

/// <summary>The ways that are measured against each other.</summary>
internal static class Ways
{
    public const string Engine = "engine";
    public const string EngineHashing = "engine, hashing";
    public const string EngineLockstep = "engine, lockstep";
    public const string Lockstep = "lockstep";
    public const string OwnHashing = "XXH3-128";

    // As the engine has it.
    private const int WindowBytes = 8 << 20;

    /// <summary>Those that depend on where contents differ, and the fastest digest.</summary>
    public static IReadOnlyList<Comparison> Main { get; } =
    [
        new PairComparison(),
        new StepComparison(Lockstep, WindowBytes),
        new HashComparison(OwnHashing, new OwnHash()),
        .. OfEngine(1),
    ];

    /// <summary>Digests that take their time whatever the content.</summary>
    public static IReadOnlyList<Comparison> SlowDigests { get; } =
    [
        new HashComparison("SHA-1", new SystemHash(HashAlgorithmName.SHA1)),
        new HashComparison("SHA-256", new SystemHash(HashAlgorithmName.SHA256)),
        new HashComparison("SHA-512", new SystemHash(HashAlgorithmName.SHA512)),
        new HashComparison("MD5", new SystemHash(HashAlgorithmName.MD5)),
    ];

    public static IEnumerable<Comparison> All => [.. Main, .. SlowDigests];

    /// <summary>The engine as it is, and held to one way.</summary>
    public static IReadOnlyList<Comparison> OfEngine(int threads) =>
    [
        new EngineComparison(Engine, Role.Ours, _ => Ladder.Default, threads: threads),
        new EngineComparison(
            EngineHashing, Role.Reference, _ => Ladder.Default with { FewCopiesMax = 1 }, threads: threads),
        new EngineComparison(
            EngineLockstep, Role.Reference, files => Ladder.Default with { FewCopiesMax = files }, threads)
        {
            IsLockstep = true,
        },
    ];

    /// <summary>Lockstep that holds so much at a time.</summary>
    public static StepComparison InWindows(int bytes) => new(Figures.Bytes(bytes), bytes);

    /// <summary>The engine, reading so much of either end first.</summary>
    public static EngineComparison WithEnds(int bytes) => new(
        EndsName(bytes), bytes == Ladder.Default.EndBytes ? Role.Ours : Role.Reference,
        _ => Ladder.Default with { EndBytes = bytes });

    public static string EndsName(int bytes) => bytes == 0 ? "nothing first" : Figures.Bytes(bytes);
}
