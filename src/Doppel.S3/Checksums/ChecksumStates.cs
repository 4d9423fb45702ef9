using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>Pools the checksum states that are used while bodies are sent or read.</summary>
internal static class ChecksumStates
{
    private static readonly ObjectPool<ChecksumState> s_pool =
        new(new Policy(), new PoolOptions { Name = "s3-checksums", KeepsByThread = false });

    internal static ChecksumState Rent(ChecksumAlgorithm algorithm)
    {
        ChecksumState state = s_pool.Rent();
        state.Reset(algorithm);
        return state;
    }

    internal static void Return(ref ChecksumState? state) => s_pool.Return(ref state);

    private sealed class Policy : PoolPolicy<ChecksumState>
    {
        // Includes the memory that the system holds for two digests.
        private const long StateBytes = 1024;

        public override ChecksumState Create() => new(ChecksumAlgorithm.Crc32);

        public override long Reset(ChecksumState item)
        {
            item.Reset(ChecksumAlgorithm.Crc32);
            return StateBytes;
        }

        public override void Destroy(ChecksumState item) => item.Dispose();
    }
}
