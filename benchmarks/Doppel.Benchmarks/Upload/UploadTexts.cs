namespace Doppel.Benchmarks.Upload;

/// <summary>The sentences on the page of the suite, as Markdown.</summary>
internal static class UploadTexts
{
    /// <summary>What was measured, and where.</summary>
    public const string Setting = """
        Three processes on one machine, joined by its loopback: clients, the server in the middle, and a
        file server that hashes what arrives. Every file that arrived was compared with what was sent, by
        XXH3-128. All figures but the time are of the server in the middle, which is a fresh process for
        each contestant and cell and runs with the server collector, as a web project does by default. Each
        round gives each contestant one turn.
        """;

    /// <summary>Below the times.</summary>
    public const string Times = """
        Time is the round's divided by its uploads, so with several at once it is less than one upload
        takes. "held" is what full collections leave on the heap and in native pools, beyond the idle
        server.
        """;

    /// <summary>Below the memory.</summary>
    public const string Memory = """
        Memory is what is resident; the peak is the most in the life of the process. Idle is after 60 files
        of 10 KiB, which warm the code up. Above 64 KiB the framework writes a form's file to a temporary
        file before a handler that asks for it runs.
        """;

    /// <summary>Below the connections.</summary>
    public const string Connections = """
        Files of 10 KiB, 64 at once; connections are those to the file server. The article makes a client
        for each file and never disposes it: each upload leaves a connection that nobody uses again, open
        until it has idled for a minute or the collector finds it, and each post holds a thread that waits.
        A client that is disposed after each file leaves a port in TIME_WAIT, taken for another minute: at
        the usual 28,232 ports that is an end at 470 files a second. The others share one client, and nobody
        waits.
        """;

    /// <summary>Below the failures.</summary>
    public const string Failures = """
        Files of 1 MiB. The target takes the file and answers 500; it resets the connection after 256 KiB;
        the client leaves after half of the file. Nothing may be taken for a whole file, and the next upload
        has to succeed: both were checked for every contestant. Most of what is held is the blocks in which
        Kestrel receives, the same for all.

        "confirmed" counts clients that were told their file had arrived. The article does not look at the
        target's answer, and its array does not come back when the post throws.
        """;

    /// <summary>Below the files in pieces.</summary>
    public const string ShortReads = """
        Files of 1 MiB in pieces of 10,007 bytes. The article's Read is whole only because the framework has
        put the form into memory or a file before, and a local file gives all that is asked for; no contract
        says so. The same line on the part itself returns what is there, and the rest of the array, whatever
        it holds, goes out under the file's name: right in length, wrong in content, and confirmed. Last
        column: of as many uploads again whose client left after half of the file.
        """;
}
