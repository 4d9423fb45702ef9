# The tests of the S3 client, and its benchmarks, in a container beside a server: see compose.yaml.
# Build from the root of the repository: docker build -f eng/docker/s3.Dockerfile .
FROM mcr.microsoft.com/dotnet/sdk:10.0

# clang links what is measured with Native AOT, curl judges signatures, openssl makes certificates.
RUN apt-get update \
    && apt-get install -y --no-install-recommends clang zlib1g-dev curl openssl \
    && rm -rf /var/lib/apt/lists/*

ENV DOTNET_CLI_TELEMETRY_OPTOUT=1 \
    DOTNET_NOLOGO=1 \
    DOPPEL_BENCH_MACHINE=container

WORKDIR /doppel
COPY . .

# The same script does the work without a container, too.
ENTRYPOINT ["eng/s3-check"]
CMD ["test"]
