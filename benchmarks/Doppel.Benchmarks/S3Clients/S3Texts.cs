namespace Doppel.Benchmarks.S3Clients;

/// <summary>Words of the page that are long.</summary>
internal static class S3Texts
{
    /// <summary>Above everything.</summary>
    public const string Setting = """
        Each client runs in a process of its own, warmed up with small objects and two rounds; the processes take turns,
        and who begins changes. Figures are medians of rounds. Bytes are those of the whole process, counted precisely
        at the end of each step; what the test itself allocates is done before. Every download is compared with what
        was stored. AWSSDK.S3 is 4.0.104.9 with its TransferUtility, checksums set to WHEN_REQUIRED; Minio is 7.0.0.
        """;

    /// <summary>Below the scenario.</summary>
    public const string Scenario = """
        Is the bucket there, is a key missing, upload 123 MiB, is it there, download into memory that is there already,
        delete. A stream cannot seek and does not know its length. AWSSDK.S3 refuses to send a body unsigned over
        http; Minio always signs it there and never over https. Published: the talk's two tables and the last one on the
        page of its client, on other machines with MinIO as the server. The talk's client itself (the package Storages3)
        is not to be had from every package source, so its published rows stand for it.

        What a stream gives lies in memory until its part is stored, since it may have to be sent again: two parts of
        32 MiB by default, which is few requests. Two of 12 MiB take 40 MiB less and seven requests more.
        """;

    /// <summary>Below the budgets.</summary>
    public const string Budgets = """
        Beyond data: the most resident memory of the process, runtime and code included, less the array that is uploaded
        and the one that is downloaded into. The processor's time is that of the client's process, the kernel's part
        included.
        """;

    /// <summary>Below the small objects.</summary>
    public const string Objects = """
        Put, get and delete make one request for each object, a list one for a thousand; all is listed ten times.
        Bodies are signed over http. A get reads into a buffer that is there already. Each letter of a bucket or a key
        is 6 B of a request, in the texts of its address; names here have some 30 in all.
        """;

    /// <summary>Below the list.</summary>
    public const string Listing = """
        A server in memory makes up the keys, a thousand for a request; its work is part of the time. By spans no string
        is made of a key.
        """;

    /// <summary>Below the large file; a number of MiB follows.</summary>
    public const string Transfer = """
        From a file in memory (tmpfs) and into one, in parts side by side, as many and as large as each client takes by
        default. The managed heap of either process is limited (DOTNET_GCHeapHardLimit) to
        """;
}
