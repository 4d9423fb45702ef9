using Doppel.Volumes;

namespace Doppel.S3.Transfer;

/// <summary>What all transfers of an <see cref="S3Transfer"/> share.</summary>
/// <remarks>Thread-safe.</remarks>
internal sealed class TransferContext
{
    internal TransferContext(S3Client client, S3TransferOptions options)
    {
        Client = client;
        Options = options;
        Counters = new TransferCounters(options.Items);
        Objects = new ObjectTransfer(client, options, Counters);
    }

    internal S3Client Client { get; }

    internal S3TransferOptions Options { get; }

    internal TransferCounters Counters { get; }

    internal ObjectTransfer Objects { get; }

    /// <summary>Gets the volume of local folders.</summary>
    internal IChangeableVolume Volume => Options.Volume;

    /// <summary>Returns what compares the files and objects of two folders.</summary>
    internal SyncProof ProofBetween(BucketFolder? source, BucketFolder? target, CancellationToken stop) =>
        new(Client, Options.Upload.PartBytes, source, target, stop);
}
