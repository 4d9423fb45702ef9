using Doppel.Hashing;

namespace Doppel.Benchmarks.Comparing;

/// <summary>XXH3-128 as the engine uses it.</summary>
internal sealed class OwnHash : IContentHash
{
    private readonly Xxh3State _state = new();

    public void Append(ReadOnlySpan<byte> block) => _state.Append(block);

    public Digest128 Finish()
    {
        Digest128 digest = _state.GetDigest();
        _state.Reset();
        return digest;
    }
}
